"""Send the reports by e-mail, at regular intervals or on request."""
