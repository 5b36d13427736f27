from django.urls import include, path

from corpus.corpora import views

corpus_urls = [
    path("", views.corpus_home, name="home"),
    path("settings/", views.corpus_settings, name="settings"),
    path("delete/", views.delete, name="delete"),
    path("erase/", views.erase, name="erase"),
    path("keepers/", views.add_keeper, name="add_keeper"),
    path("keepers/<int:user_id>/remove/", views.remove_keeper, name="remove_keeper"),
    path("documents/", views.document_list, name="documents"),
    path("documents/<int:document_id>/", views.document, name="document"),
    path("documents/<int:document_id>/erase/", views.erase_document, name="erase_document"),
]
urlpatterns = [
    path("", views.corpus_list, name="list"),
    path("new/", views.new_corpus, name="new"),
    path("<int:corpus_id>/", include(corpus_urls)),
]
