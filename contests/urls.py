from django.urls import path

from contests import api
from contests.views import audit, joining, pages, people

app_name = "contests"
urlpatterns = [
    path("contests/", pages.contest_list, name="list"),
    path("contests/<int:contest_id>/", pages.contest_home, name="home"),
    path("contests/<int:contest_id>/colours.css", pages.colours, name="colours"),
    path("contests/<int:contest_id>/people/", people.people, name="people"),
    path(
        "contests/<int:contest_id>/people/<int:member_id>/remove/",
        people.remove_member,
        name="remove_member",
    ),
    path(
        "contests/<int:contest_id>/invitations/<int:invitation_id>/revoke/",
        people.revoke_invitation,
        name="revoke_invitation",
    ),
    path("contests/<int:contest_id>/audit/", audit.audit, name="audit"),
    path("invitations/<str:token>/", joining.join, name="join"),
    path("api/contests/<int:contest_id>/tasks/", api.NextTasksView.as_view(), name="api_tasks"),
    path("api/contests/<int:contest_id>/answers/", api.AnswersView.as_view(), name="api_answers"),
]
