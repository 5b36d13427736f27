from django.urls import include, path

from agreement.disputes import views

disputes_urls = [
    path("", views.disputes, name="disputes"),
    path("<int:dispute_id>/", views.answer, name="answer"),
]
urlpatterns = [path("contests/<int:contest_id>/feedback/disputes/", include(disputes_urls))]
