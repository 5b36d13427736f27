from django.conf.urls.i18n import urlpatterns as language_urls
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts.api import SessionView
from annotation_platform import views
from contests import urls as contests
from gold.evaluations import urls as evaluations

# Pages of a contest that a later stage brings, under the names that they always had.
contest_pages: list[URLPattern | URLResolver] = [*contests.urlpatterns, *evaluations.contest_urls]
urlpatterns = [
    path("", views.front_door, name="front_door"),
    path("health/", views.health, name="health"),
    path("health/web/", views.health_of_web, name="health_of_web"),
    path("accounts/", include("accounts.urls")),
    path("language/", include(language_urls)),
    path("jobs/", include("jobs.urls")),
    path("corpora/", include("corpus.urls")),
    path("", include((contest_pages, contests.app_name))),
    path("", include("agreement.urls")),
    path("", include("feedback.urls")),
    path("", include("gold.urls")),
    path("api/session/", SessionView.as_view(), name="api_session"),
    path("api/schema/", views.api_schema, name="api_schema"),
    path(
        "api/",
        login_required(SpectacularSwaggerSplitView.as_view(url_name="api_schema")),
        name="api_docs",
    ),
]
handler400 = "annotation_platform.views.bad_request"
handler403 = "annotation_platform.views.forbidden"
handler404 = "annotation_platform.views.not_found"
handler500 = "annotation_platform.views.server_error"
