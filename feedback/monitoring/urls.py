from django.urls import path

from feedback.monitoring import views

urlpatterns = [
    path("contests/<int:contest_id>/monitoring/", views.monitoring, name="monitoring"),
    path("contests/<int:contest_id>/monitoring/<slug:name>/", views.chart, name="monitoring_chart"),
]
