"""Writing a file of answers."""

import hashlib
from tempfile import TemporaryFile

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.downloads import services as downloading
from contests.downloads.models import AnswerFile
from jobs.registry import handler
from jobs.runs import JobRun


@handler(downloading.KIND, title=_("File of individual answers"))
def write_answers(run: JobRun) -> None:
    """Write the file and keep it in pieces; after a death it begins anew."""
    wanted = AnswerFile.objects.select_related("contest").get(pk=run.params["file"])
    with run.step(done=0, label=gettext_noop("Writing the answers")):
        wanted.pieces.all().delete()
    # On disk, without a name: nothing is left of it, whatever happens.
    with TemporaryFile(dir=settings.DATA_DIR) as content:
        # Outside the steps, which would keep everyone else from writing.
        answers = downloading.write_answer_file(
            wanted, content, told=lambda done, total: run.report(done=done, total=total)
        )
        content.seek(0, 2)
        size, digest = content.tell(), hashlib.sha256()
        pieces = -(-size // downloading.PIECE_BYTES)
        label = gettext_noop("Storing the file")
        for number, piece in enumerate(downloading.pieces_in(content)):
            digest.update(piece)
            with run.step(done=number + 1, total=pieces, label=label):
                downloading.store_piece(file=wanted, number=number, content=piece)
    with run.step(result={"answers": answers}):
        downloading.finish(file=wanted, answers=answers, size=size, checksum=digest.hexdigest())
