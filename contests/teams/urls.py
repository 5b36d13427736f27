from django.urls import include, path

from contests.teams import views

teams_urls = [
    path("", views.teams, name="setup_teams"),
    path("design/", views.use_design, name="use_design"),
    path("joining/", views.set_assigning, name="set_assigning"),
    path("pairs/", views.add_pair, name="add_pair"),
    path("pairs/remove/", views.remove_pair, name="remove_pair"),
    path("<int:team_id>/", views.edit_team, name="edit_team"),
    path("<int:team_id>/delete/", views.delete_team, name="delete_team"),
]
urlpatterns = [path("contests/<int:contest_id>/setup/teams/", include(teams_urls))]
