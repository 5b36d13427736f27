"""What people and workers can do in a contest, one module per noun."""
