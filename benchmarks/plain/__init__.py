"""The yardstick: a Django REST framework project as anybody would write it, with nothing in it but what is needed."""
