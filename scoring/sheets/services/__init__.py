"""What changes score sheets. Every service locks the row of its sheet first."""
