from django.urls import path

from corpus.corpora import views as corpora
from corpus.corpora import views as documents
from corpus.imports.views import imports, uploading
from corpus.imports.views import imports as preview

app_name = "corpus"
urlpatterns = [
    path("", corpora.corpus_list, name="list"),
    path("new/", corpora.new_corpus, name="new"),
    path("<int:corpus_id>/", corpora.corpus_home, name="home"),
    path("<int:corpus_id>/settings/", corpora.corpus_settings, name="settings"),
    path("<int:corpus_id>/delete/", corpora.delete, name="delete"),
    path("<int:corpus_id>/keepers/", corpora.add_keeper, name="add_keeper"),
    path(
        "<int:corpus_id>/keepers/<int:user_id>/remove/",
        corpora.remove_keeper,
        name="remove_keeper",
    ),
    path("<int:corpus_id>/documents/", documents.document_list, name="documents"),
    path("<int:corpus_id>/documents/<int:document_id>/", documents.document, name="document"),
    path("<int:corpus_id>/import/", uploading.new_import, name="new_import"),
    path("<int:corpus_id>/imports/<int:import_id>/", imports.import_home, name="import"),
    path("<int:corpus_id>/imports/<int:import_id>/files/", uploading.receive, name="receive"),
    path("<int:corpus_id>/imports/<int:import_id>/read/", uploading.read, name="read"),
    path(
        "<int:corpus_id>/imports/<int:import_id>/options/",
        uploading.change_options,
        name="import_options",
    ),
    path("<int:corpus_id>/imports/<int:import_id>/progress/", imports.progress, name="progress"),
    path("<int:corpus_id>/imports/<int:import_id>/stop/", imports.stop, name="stop"),
    path("<int:corpus_id>/imports/<int:import_id>/take/", imports.take, name="take"),
    path("<int:corpus_id>/imports/<int:import_id>/discard/", imports.discard, name="discard"),
    path("<int:corpus_id>/imports/<int:import_id>/problems/", preview.problems, name="problems"),
    path(
        "<int:corpus_id>/imports/<int:import_id>/problems.csv",
        preview.problems_csv,
        name="problems_csv",
    ),
    path("<int:corpus_id>/imports/<int:import_id>/sample/", preview.sample, name="sample"),
]
