from django.urls import path

from contests.home import views

urlpatterns = [
    path("contests/", views.contest_list, name="list"),
    path("contests/<int:contest_id>/", views.contest_home, name="home"),
    path("access-log/", views.access_log, name="access_log"),
    path("access-log/access-log.csv", views.access_csv, name="access_csv"),
    path("contests/<int:contest_id>/audit/", views.audit, name="audit"),
]
