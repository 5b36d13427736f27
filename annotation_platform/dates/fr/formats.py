"""French as written in Switzerland."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
