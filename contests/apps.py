from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ContestsConfig(AppConfig):
    name = "contests"
    verbose_name = _("Contests")

    def ready(self) -> None:
        from accounts.roles import register_managed_contests
        from contests.chat import receivers  # noqa: F401  (they register themselves)
        from contests.downloads.services import erase_files_of, told_of_files
        from contests.inputs.services import erase_inputs_of, told_of_inputs
        from contests.people.selectors import managed_contest_ids
        from corpus.documents.services import LineEraser, register_line_eraser

        register_managed_contests(managed_contest_ids)
        register_line_eraser(LineEraser(erase_inputs_of, told_of_inputs))
        register_line_eraser(LineEraser(erase_files_of, told_of_files))
