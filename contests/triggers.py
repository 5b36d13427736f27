"""SQL of the triggers that judge a row by others, for both databases: units, tasks, guidelines."""

from web.triggers import Statements

OVERLAP = """
    SELECT 1 FROM contests_unit other
    WHERE other.answer_id = NEW.answer_id AND other.id <> NEW.id
      AND other.start < NEW."end" AND NEW.start < other."end"
"""
OUTSIDE = """
    SELECT 1 FROM contests_answer answer
    JOIN contests_annotationtask task ON task.id = answer.task_id
    JOIN contests_contestinput input ON input.id = task.input_id
    JOIN contests_category category ON category.id = NEW.category_id
    WHERE answer.id = NEW.answer_id
      AND (NEW."end" > length(input.text) OR category.contest_id <> input.contest_id)
"""
STRANGE = """
    SELECT 1 FROM contests_contestinput input, contests_membership member
    WHERE input.id = NEW.input_id AND member.id = NEW.annotator_id
      AND input.contest_id <> member.contest_id
"""

CREATE: Statements = {
    "sqlite": [
        # After, not before: only then does SQLite know the new row's id.
        f"""
        CREATE TRIGGER contests_unit_judge_{verb.lower()} AFTER {verb} ON contests_unit
        BEGIN
            SELECT RAISE(ABORT, 'units of one answer overlap') WHERE EXISTS ({OVERLAP});
            SELECT RAISE(ABORT, 'unit outside its text or contest') WHERE EXISTS ({OUTSIDE});
        END
        """
        for verb in ("INSERT", "UPDATE")
    ]
    + [
        f"""
        CREATE TRIGGER contests_task_judge_{verb.lower()} AFTER {verb} ON contests_annotationtask
        BEGIN
            SELECT RAISE(ABORT, 'task for a member of another contest') WHERE EXISTS ({STRANGE});
        END
        """
        for verb in ("INSERT", "UPDATE")
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION contests_unit_judge() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            -- Two transactions do not see each other's units: the second waits for the first here.
            PERFORM 1 FROM contests_answer WHERE id = NEW.answer_id FOR NO KEY UPDATE;
            IF EXISTS ({OVERLAP}) THEN
                RAISE EXCEPTION 'units of one answer overlap'
                USING ERRCODE = 'exclusion_violation';
            END IF;
            IF EXISTS ({OUTSIDE}) THEN
                RAISE EXCEPTION 'unit outside its text or contest'
                USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER contests_unit_judge AFTER INSERT OR UPDATE ON contests_unit
        FOR EACH ROW EXECUTE FUNCTION contests_unit_judge()
        """,
        f"""
        CREATE FUNCTION contests_task_judge() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS ({STRANGE}) THEN
                RAISE EXCEPTION 'task for a member of another contest'
                USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER contests_task_judge AFTER INSERT OR UPDATE ON contests_annotationtask
        FOR EACH ROW EXECUTE FUNCTION contests_task_judge()
        """,
    ],
}
DROP: Statements = {
    "sqlite": [
        f"DROP TRIGGER contests_{noun}_judge_{verb}"
        for noun in ("unit", "task")
        for verb in ("insert", "update")
    ],
    "postgresql": [
        "DROP TRIGGER contests_task_judge ON contests_annotationtask",
        "DROP FUNCTION contests_task_judge()",
        "DROP TRIGGER contests_unit_judge ON contests_unit",
        "DROP FUNCTION contests_unit_judge()",
    ],
}

# What an annotator has read and an answer names stays as it was. Deleting is left to the foreign keys.
_KEPT = "published guidelines never change"
_PUBLISHED = """
    SELECT 1 FROM contests_guidelinerevision revision
    WHERE revision.id = NEW.revision_id AND revision.published_at IS NOT NULL
"""
GUIDELINES_CREATE: Statements = {
    "sqlite": [
        f"""
        CREATE TRIGGER contests_guideline_keep BEFORE UPDATE ON contests_guidelinerevision
        WHEN OLD.published_at IS NOT NULL
        BEGIN
            SELECT RAISE(ABORT, '{_KEPT}');
        END
        """,
        *(
            f"""
            CREATE TRIGGER contests_guideline_text_keep_{verb.lower()}
            BEFORE {verb} ON contests_guidelinetext
            BEGIN
                SELECT RAISE(ABORT, '{_KEPT}') WHERE EXISTS ({_PUBLISHED});
            END
            """
            for verb in ("INSERT", "UPDATE")
        ),
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION contests_guideline_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{_KEPT}' USING ERRCODE = 'check_violation';
        END $$
        """,
        """
        CREATE TRIGGER contests_guideline_keep BEFORE UPDATE ON contests_guidelinerevision
        FOR EACH ROW WHEN (OLD.published_at IS NOT NULL)
        EXECUTE FUNCTION contests_guideline_keep()
        """,
        f"""
        CREATE FUNCTION contests_guideline_text_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS ({_PUBLISHED}) THEN
                RAISE EXCEPTION '{_KEPT}' USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
        END $$
        """,
        """
        CREATE TRIGGER contests_guideline_text_keep
        BEFORE INSERT OR UPDATE ON contests_guidelinetext
        FOR EACH ROW EXECUTE FUNCTION contests_guideline_text_keep()
        """,
    ],
}
GUIDELINES_DROP: Statements = {
    "sqlite": [
        "DROP TRIGGER contests_guideline_keep",
        "DROP TRIGGER contests_guideline_text_keep_insert",
        "DROP TRIGGER contests_guideline_text_keep_update",
    ],
    "postgresql": [
        "DROP TRIGGER contests_guideline_text_keep ON contests_guidelinetext",
        "DROP FUNCTION contests_guideline_text_keep()",
        "DROP TRIGGER contests_guideline_keep ON contests_guidelinerevision",
        "DROP FUNCTION contests_guideline_keep()",
    ],
}
