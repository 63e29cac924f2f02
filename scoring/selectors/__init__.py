"""What is told of ratings and boards."""
