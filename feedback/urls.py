from django.urls import path

from feedback.views import experiments

app_name = "feedback"
urlpatterns = [
    path("contests/<int:contest_id>/experiments/", experiments.experiments, name="experiments"),
    path(
        "contests/<int:contest_id>/experiments/durations.csv",
        experiments.durations_csv,
        name="durations_csv",
    ),
    path(
        "contests/<int:contest_id>/experiments/penalties.csv",
        experiments.penalties_csv,
        name="penalties_csv",
    ),
    path(
        "contests/<int:contest_id>/experiments/data.json", experiments.data_json, name="data_json"
    ),
    path("contests/<int:contest_id>/experiments/power/", experiments.power, name="power"),
]
