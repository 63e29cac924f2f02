"""What is sent and answered about games."""
