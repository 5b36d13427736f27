from django.urls import include, path

from contests.contest.access import managed_contest
from contests.drawing import views
from jobs.views import reloading

inputs_urls = [
    path("", views.inputs, name="inputs"),
    path("summary/", views.inputs_summary, name="inputs_summary"),
    path("progress/", reloading(managed_contest), name="inputs_progress"),
    path("remove/", views.remove_inputs, name="remove_inputs"),
    path("<int:input_id>/", views.find_input, name="find_input"),
]
urlpatterns = [path("contests/<int:contest_id>/inputs/", include(inputs_urls))]
