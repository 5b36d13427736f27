"""What programs are told of releases, their texts and what differs between them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gold.releases.models import Release, ReleaseContest
from gold.releases.services.card import beware, weaknesses_of
from jobs.selectors import job_of
from jobs.serializers import JobProgressSerializer, progress_of
from web.api import TokensField, UnitSerializer

_VOTES = {
    "type": "array",
    "items": {"type": "array", "items": {"type": ["integer", "string", "null"]}},
}


@extend_schema_field(
    _VOTES | {"description": "[start, end, votes], most votes first; null, null for none."}
)
class SegmentVotesField(serializers.JSONField):
    pass


@extend_schema_field(_VOTES | {"description": "[label, votes], most votes first; null for none."})
class CategoryVotesField(serializers.JSONField):
    pass


@extend_schema_field(
    {
        "type": ["array", "null"],
        "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        "description": "[start, end] of each span in the document; null where it is not known.",
    }
)
class SourceUnitsField(serializers.JSONField):
    pass


class ReleaseSerializer(serializers.ModelSerializer[Release]):
    checksum = serializers.CharField(help_text="SHA-256 of all it says; empty until it is frozen.")

    class Meta:
        model = Release
        fields = (
            "id", "name", "version", "description", "state", "checksum", "created_at", "frozen_at",
        )  # fmt: skip
        read_only_fields = fields


class GuidelineAnswersSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(help_text="Empty: there were none.")
    answers = serializers.IntegerField(help_text="Accepted ones, given under it.")


class DrawSerializer(serializers.Serializer[Any]):
    size = serializers.IntegerField()
    seed = serializers.IntegerField()
    min_length = serializers.IntegerField()
    max_length = serializers.IntegerField(allow_null=True)
    most_times = serializers.IntegerField(allow_null=True)
    types = serializers.ListField(child=serializers.CharField(), allow_null=True)


class CleaningSerializer(serializers.Serializer[Any]):
    full_stops = serializers.BooleanField(help_text="18.03.2022 became 18#03#2022.")
    dashes = serializers.BooleanField(help_text="1015-Lausanne became 1015 Lausanne.")
    noise = serializers.BooleanField(help_text="Invisible characters were dropped.")


class OriginSerializer(serializers.Serializer[Any]):
    guidelines = GuidelineAnswersSerializer(many=True)
    people = serializers.IntegerField()
    first_day = serializers.CharField(help_text="Of the answers; empty where there are none.")
    last_day = serializers.CharField()
    corrections = serializers.IntegerField(help_text="Places that a manager decided.")
    draws = DrawSerializer(many=True, help_text="How inputs were drawn, as far as is known.")
    cleaning = CleaningSerializer(many=True, help_text="Of each corpus that texts come from.")


class ReleaseSettingsSerializer(serializers.Serializer[Any]):
    voting = serializers.CharField()
    weighs_votes = serializers.BooleanField()
    method = serializers.DictField(help_text="Parameters of the agreement measure.")
    single_quality_threshold = serializers.FloatField(
        help_text="From this quality index on a lone annotator is believed."
    )
    shows_proposals = serializers.BooleanField(help_text="Some annotators saw pre-annotations.")
    origin = OriginSerializer(
        required=False, help_text="How the texts came about; not kept of early releases."
    )


class ReleaseContestSerializer(serializers.ModelSerializer[ReleaseContest]):
    run = serializers.IntegerField(
        source="run_number", help_text="Number of the run; 0 until one was looked at."
    )
    guidelines = serializers.CharField(
        help_text="Version that most answers were given under; empty where there were none."
    )
    settings = serializers.SerializerMethodField()

    class Meta:
        model = ReleaseContest
        fields = ("contest", "name", "language", "run", "guidelines", "settings")
        read_only_fields = fields

    @extend_schema_field(ReleaseSettingsSerializer(allow_null=True))
    def get_settings(self, part: ReleaseContest) -> dict[str, Any] | None:
        return part.settings or None


class CategoryFactsSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    units = serializers.IntegerField()
    texts = serializers.IntegerField()
    mean_gamma = serializers.FloatField(allow_null=True, help_text="Of the texts it stands in.")


class SummarySerializer(serializers.Serializer[Any]):
    texts = serializers.IntegerField()
    complete = serializers.IntegerField()
    empty = serializers.IntegerField(help_text="Without a gold unit.")
    single = serializers.IntegerField(help_text="Of one annotator.")
    units = serializers.IntegerField()
    open_places = serializers.IntegerField()
    documents = serializers.IntegerField()
    characters = serializers.IntegerField()
    mean_annotators = serializers.FloatField(allow_null=True)
    mean_gamma = serializers.FloatField(allow_null=True)
    mean_gamma_with_empty = serializers.FloatField(
        allow_null=True, help_text="With texts counted as 1 that several people left empty."
    )
    categories = CategoryFactsSerializer(many=True)


class WeaknessSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    words = serializers.CharField(help_text="In the language of the account.")


class ReleaseDetailSerializer(ReleaseSerializer):
    contests = ReleaseContestSerializer(many=True)
    summary = serializers.SerializerMethodField(help_text="Null until it is frozen.")
    weaknesses = serializers.SerializerMethodField(help_text="What readers should beware of.")
    progress = serializers.SerializerMethodField(
        help_text="Of the freezing; null once it has ended, well or not."
    )

    class Meta:
        model = Release
        fields = (*ReleaseSerializer.Meta.fields, "contests", "summary", "weaknesses", "progress")
        read_only_fields = fields

    @extend_schema_field(SummarySerializer(allow_null=True))
    def get_summary(self, release: Release) -> dict[str, Any] | None:
        return release.summary if release.is_frozen else None

    @extend_schema_field(WeaknessSerializer(many=True))
    def get_weaknesses(self, release: Release) -> list[dict[str, str]]:
        found = weaknesses_of(release) if release.is_frozen else ()
        return [{"code": each.code, "words": beware(each)} for each in found]

    @extend_schema_field(JobProgressSerializer(allow_null=True))
    def get_progress(self, release: Release) -> dict[str, Any] | None:
        return progress_of(job_of(release))


class VotesSerializer(serializers.Serializer[Any]):
    voters = serializers.IntegerField(required=False)
    segment_votes = SegmentVotesField(required=False)
    category_votes = CategoryVotesField(required=False)


class RecordSpanSerializer(VotesSerializer):
    start = serializers.IntegerField(help_text="First code point.")
    end = serializers.IntegerField(help_text="Code point after the last.")
    label = serializers.CharField()  # type: ignore[assignment]  # hides a title nobody uses
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=["votes", "correction"], required=False, help_text="What decided."
    )


class OpenPlaceSerializer(VotesSerializer):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["undecided", "inconsistent"])


class RecordSourceSerializer(serializers.Serializer[Any]):
    document = serializers.CharField()
    type = serializers.CharField()
    line = serializers.IntegerField()
    start = serializers.IntegerField(allow_null=True, help_text="In the source document.")
    end = serializers.IntegerField(allow_null=True)
    units = SourceUnitsField()


class RecordSerializer(serializers.Serializer[Any]):
    """A text of a release: one line of JSON."""

    id = serializers.CharField(help_text="Its position in the release, from 1.")
    text = serializers.CharField()
    spans = RecordSpanSerializer(many=True)
    complete = serializers.BooleanField(help_text="Every place in it is decided.")
    open_places = OpenPlaceSerializer(many=True)
    kind = serializers.ChoiceField(choices=["compared", "empty", "single"])
    annotators = serializers.IntegerField()
    gamma = serializers.FloatField(allow_null=True)
    contest = serializers.CharField()
    tokens = TokensField()
    sources = RecordSourceSerializer(many=True)


class ChangeCountsSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField()


class ReleaseChangeSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["added", "removed", "changed"])
    text = serializers.CharField()
    before_id = serializers.CharField(allow_null=True, help_text="Of its record in the other one.")
    after_id = serializers.CharField(allow_null=True, help_text="Of its record in this release.")
    before = UnitSerializer(many=True, allow_null=True)
    after = UnitSerializer(many=True, allow_null=True)


class DifferenceSerializer(serializers.Serializer[Any]):
    counts = ChangeCountsSerializer()
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ReleaseChangeSerializer(many=True)

    class Meta:
        ref_name = "ReleaseDifference"
