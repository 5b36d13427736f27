"""A chart as the page's script reads it, or as a table to take away."""

import csv
import io

from django.http import HttpRequest, HttpResponse, JsonResponse

from feedback.domain.charts import Chart


def chart_response(request: HttpRequest, chart: Chart, *, name: str) -> HttpResponse:
    """Return the figure as JSON; its values as CSV where the address asks for that."""
    if request.GET.get("format") != "csv":
        return JsonResponse(chart.as_json())
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(chart.header)
    writer.writerows(chart.rows)
    response = HttpResponse(table.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
