"""What is read together for telling people how they do."""
