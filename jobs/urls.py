from django.urls import path

from jobs import views

app_name = "jobs"
urlpatterns = [
    path("", views.job_list, name="list"),
    path("rows/", views.job_rows, name="rows"),
    path("at-work/<str:ticket>/", views.job_at_work, name="at_work"),
    path("<uuid:job_id>/", views.job_detail, name="detail"),
    path("<uuid:job_id>/progress/", views.job_progress, name="progress"),
    path("<uuid:job_id>/cancel/", views.job_cancel, name="cancel"),
]
