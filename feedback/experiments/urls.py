from django.urls import include, path

from feedback.experiments import views

experiments_urls = [
    path("", views.experiments, name="experiments"),
    path("durations.csv", views.durations_csv, name="durations_csv"),
    path("penalties.csv", views.penalties_csv, name="penalties_csv"),
    path("data.json", views.data_json, name="data_json"),
    path("charts/<str:name>/", views.chart, name="experiment_chart"),
    path("power/", views.power, name="power"),
    path("power/chart/", views.power_chart, name="power_chart"),
]
urlpatterns = [path("contests/<int:contest_id>/experiments/", include(experiments_urls))]
