from django.urls import include, path

from agreement.checks import api, views

contest_urls = [
    path("runs/checks/", views.checks, name="checks"),
    path("runs/continua/", views.continua, name="continua"),
]
api_urls = [
    path("agreement/checks/", api.ChecksView.as_view(), name="api_checks"),
    path("agreement/continua/", api.ContinuaView.as_view(), name="api_continua"),
]
urlpatterns = [
    path("contests/<int:contest_id>/", include(contest_urls)),
    path("api/contests/<int:contest_id>/", include(api_urls)),
]
