"""HTTP: what goes in and out of the service. Calls services and selectors; never a model, never a rule."""
