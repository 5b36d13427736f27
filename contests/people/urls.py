from django.urls import include, path

from contests.people.views import joining, members

contest_urls = [
    path("people/", members.people, name="people"),
    path("people/list/", members.roster, name="roster"),
    path("people/link/", members.make_link, name="make_link"),
    path("people/link/<int:link_id>/withdraw/", members.withdraw_link, name="withdraw_link"),
    path("people/<int:member_id>/remove/", members.remove_member, name="remove_member"),
    path("people/<int:member_id>/team/", members.move_member, name="move_member"),
    path("people/<int:member_id>/alias/", members.refuse_alias, name="refuse_alias"),
    path(
        "invitations/<int:invitation_id>/revoke/",
        members.revoke_invitation,
        name="revoke_invitation",
    ),
    path(
        "invitations/<int:invitation_id>/again/",
        members.send_invitation_again,
        name="send_invitation_again",
    ),
    path("alias/", joining.own_alias, name="own_alias"),
]
urlpatterns = [
    path("contests/<int:contest_id>/", include(contest_urls)),
    path("invitations/<str:token>/", joining.join, name="join"),
    path("join/<str:token>/", joining.join_with_link, name="join_by_link"),
]
