from django.urls import include, path

from contests.drawing import views

inputs_urls = [
    path("", views.inputs, name="inputs"),
    path("summary/", views.inputs_summary, name="inputs_summary"),
    path("progress/", views.inputs_progress, name="inputs_progress"),
    path("remove/", views.remove_inputs, name="remove_inputs"),
    path("<int:input_id>/", views.find_input, name="find_input"),
]
urlpatterns = [path("contests/<int:contest_id>/inputs/", include(inputs_urls))]
