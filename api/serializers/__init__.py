"""What bodies, parameters and answers look like; the schema is made from these."""
