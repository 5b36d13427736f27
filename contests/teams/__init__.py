"""Groups, teams and arms, and the order in which a group gets its inputs."""
