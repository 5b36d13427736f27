"""Send the reports by e-mail, by the calendar or on demand."""
