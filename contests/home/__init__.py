"""The list of contests, their home pages, and the audit and access logs."""
