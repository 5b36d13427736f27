"""Who takes part in a contest: invitations, join links, aliases, memberships."""
