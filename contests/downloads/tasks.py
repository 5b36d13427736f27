"""The job that writes an answer file."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.downloads.models import AnswerFile
from contests.downloads.services import KIND, write_answer_file
from jobs.files import make_file
from jobs.registry import handler
from jobs.runs import JobRun


@handler(KIND, title=_("File of individual answers"))
def write_answers(run: JobRun) -> None:
    """Write the file; an interrupted job starts again from the beginning."""
    wanted = AnswerFile.objects.select_related("contest").get(pk=run.params["file"])
    make_file(run, wanted, write_answer_file, label=gettext_noop("Writing the answers"))
