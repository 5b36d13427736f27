"""How the interface for programs describes itself."""

SPECTACULAR_SETTINGS = {
    "TITLE": "Palio",
    "DESCRIPTION": (
        "Annotation contests, their tasks and answers, their scores, runs and agreement, and releases of "
        "their gold corpora. Offsets are code points, half-open. A program signs in with a token of "
        "its person, made in the preferences: `Authorization: Bearer …`, and may do what the person may, "
        "within the token's scope: `read` is enough for GET, `annotate` for the calls of an annotator "
        "and of the chat, `manage` for everything."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "web.api.describe_errors",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Without links to each call: they would stand inside its button.
    "SWAGGER_UI_SETTINGS": {"deepLinking": False},
    "ENUM_NAME_OVERRIDES": {
        "AnswerFormatEnum": "contests.downloads.domain.FORMATS",
        "FormatEnum": "formats.EXPORTS",
        "VerdictEnum": "contests.annotating.models.Answer.Verdict",
        "StateEnum": "contests.contest.models.Contest.State",
        "JobStateEnum": "jobs.models.Job.State",
        "ReleaseStateEnum": "gold.releases.models.Release.State",
        "RunStateEnum": "agreement.runs.models.ProcessingRun.State",
        "ResultKindEnum": "agreement.runs.models.InputResult.Kind",
    },
}
