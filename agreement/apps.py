from django.apps import AppConfig


class AgreementConfig(AppConfig):
    name = "agreement"
    verbose_name = "Agreement"

    def ready(self) -> None:
        # Before anything compiled is imported: it looks for its cache at that moment.
        from django.conf import settings

        from gamma.cache import keep_compiled_code_in

        keep_compiled_code_in(settings.DATA_DIR / "compiled")
