from django.urls import include, path

app_name = "corpus"
urlpatterns = [path("", include(f"corpus.{feature}.urls")) for feature in ("corpora", "imports")]
