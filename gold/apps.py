from django.apps import AppConfig


class GoldConfig(AppConfig):
    name = "gold"

    def ready(self) -> None:
        from contests.contest.services import ContestEraser, register_contest_eraser
        from corpus.documents.services import LineEraser, register_line_eraser
        from gold.withdrawals import services as withdrawals

        lines = LineEraser(withdrawals.erase_releases_of, withdrawals.describe_erasure)
        register_line_eraser(lines)
        contest = ContestEraser(withdrawals.erase_releases_of_contest, withdrawals.told_of_contest)
        register_contest_eraser(contest)
