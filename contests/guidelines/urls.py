from django.urls import include, path

from contests.guidelines.views import editing, reading

guidelines_urls = [
    path("", reading.guidelines, name="guidelines"),
    path("versions/", reading.versions, name="guideline_versions"),
    path("compare/", reading.compare, name="compare_guidelines"),
    path("start/", editing.start, name="start_guidelines"),
    path("discard/", editing.discard, name="discard_guidelines"),
    path("publish/", editing.publish, name="publish_guidelines"),
    path("edit/<str:language>/", editing.edit, name="edit_guidelines"),
    path("edit/<str:language>/preview/", editing.preview, name="preview_guidelines"),
    # After the words above, which would be taken for versions.
    path("<str:version>/", reading.guideline_version, name="guideline_version"),
    path("<str:version>/guidelines.html", reading.download_html, name="guidelines_html"),
    path("<str:version>/guidelines.pdf", reading.download_pdf, name="guidelines_pdf"),
]
urlpatterns = [path("contests/<int:contest_id>/guidelines/", include(guidelines_urls))]
