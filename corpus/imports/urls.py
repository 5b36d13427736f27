from django.urls import include, path

from corpus.imports.views import imports, uploading

import_urls = [
    path("", imports.import_home, name="import"),
    path("files/", uploading.receive, name="receive"),
    path("read/", uploading.read, name="read"),
    path("options/", uploading.change_options, name="import_options"),
    path("progress/", imports.progress, name="progress"),
    path("stop/", imports.stop, name="stop"),
    path("take/", imports.take, name="take"),
    path("discard/", imports.discard, name="discard"),
    path("erase/", imports.erase, name="erase_import"),
    path("problems/", imports.problems, name="problems"),
    path("problems.csv", imports.problems_csv, name="problems_csv"),
    path("sample/", imports.sample, name="sample"),
]
urlpatterns = [
    path("<int:corpus_id>/import/", uploading.new_import, name="new_import"),
    path("<int:corpus_id>/imports/<int:import_id>/", include(import_urls)),
]
