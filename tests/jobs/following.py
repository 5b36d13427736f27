"""Asking, as a page does by itself, how far the job is that it shows."""

import re

from django.test import Client


def followed(client: Client, page: str) -> str:
    """Return the address at which this page follows a job."""
    (address,) = re.findall(r'hx-get="(/jobs/at-work/[^"]+)"', client.get(page).text)
    assert client.get(address).status_code == 200
    assert "HX-Refresh" not in client.get(address)
    return str(address)
