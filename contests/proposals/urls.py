from django.urls import include, path

from contests.contest.access import managed_contest
from contests.proposals import api
from contests.proposals.views import lexicons, proposals
from jobs.views import reloading

pre_annotation_urls = [
    path("", proposals.pre_annotation, name="pre_annotation"),
    path("run/", proposals.detect, name="detect"),
    path("detector/", proposals.choose_detector, name="choose_detector"),
    path("labels/", proposals.choose_labels, name="choose_labels"),
    path("progress/", reloading(managed_contest), name="detection_progress"),
    path("preview/", proposals.preview, name="preview_detection"),
    path("rules/", proposals.rules, name="rules"),
    path("words/", lexicons.lexicons, name="lexicons"),
    path("words/<slug:kind>/", lexicons.words, name="words"),
    path("words/<slug:kind>/search/", lexicons.search_words, name="search_words"),
    path("words/<slug:kind>/remove/", lexicons.remove_words, name="remove_words"),
    path("words/<slug:kind>/download/", lexicons.download_words, name="download_words"),
    path("formats/new/", lexicons.add_format, name="add_format"),
    path("formats/try/", lexicons.try_format, name="try_format"),
    path("formats/<int:format_id>/remove/", lexicons.remove_format, name="remove_format"),
]
urlpatterns = [
    path("contests/<int:contest_id>/pre-annotation/", include(pre_annotation_urls)),
    path(
        "api/contests/<int:contest_id>/pre-annotation/",
        api.PreAnnotationView.as_view(),
        name="api_pre_annotation",
    ),
]
