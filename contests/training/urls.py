from django.urls import include, path

from contests.training import api
from contests.training.views import preparing, training

setup_urls = [
    path("", preparing.training, name="setup_training"),
    path("add/", preparing.add_task, name="add_training_task"),
    path("add-many/", preparing.add_many, name="add_training_tasks"),
    path("ready-made/", preparing.add_ready_made, name="add_ready_made"),
    path("inputs/", preparing.choose_input, name="training_inputs"),
    path("inputs/<int:input_id>/", preparing.take_input, name="take_input"),
    path("<int:task_id>/", preparing.edit_task, name="edit_training_task"),
    path("<int:task_id>/remove/", preparing.remove_task, name="remove_training_task"),
    path("<int:task_id>/move/", preparing.move_task, name="move_training_task"),
]
training_urls = [
    path("", training.training, name="training"),
    path("repeat/", training.repeat, name="repeat_training"),
    path("<uuid:answer_id>/", training.result, name="training_result"),
]
api_urls = [
    path("tasks/", api.TrainingTasksView.as_view(), name="api_training_tasks"),
    path("answers/", api.TrainingAnswersView.as_view(), name="api_training_answers"),
]
urlpatterns = [
    path("contests/<int:contest_id>/setup/training/", include(setup_urls)),
    path("contests/<int:contest_id>/training/", include(training_urls)),
    path("api/contests/<int:contest_id>/training/", include(api_urls)),
]
