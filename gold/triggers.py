"""SQL of the triggers that keep a frozen release as it is, for both databases."""

from web.triggers import Statements

REFUSAL = "a frozen release never changes"
_TABLES = ("gold_releasecontest", "gold_releaseinput")


_FROZEN = """
    SELECT 1 FROM gold_release release
    WHERE release.id = {row}.release_id AND release.state = 'frozen'
"""


def _frozen(row: str) -> str:
    return _FROZEN.format(row=row)


_SAME = "SELECT 1 FROM gold_release old WHERE old.id = NEW.id AND old.state = 'frozen'"
_ROWS = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}


def _any_frozen(verb: str) -> str:
    return " OR ".join(f"EXISTS ({_frozen(row)})" for row in _ROWS[verb])


CREATE: Statements = {
    "sqlite": [
        *(
            f"""
            CREATE TRIGGER gold_release_keep_{verb.lower()} BEFORE {verb} ON gold_release
            WHEN OLD.state = 'frozen' BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
            """
            for verb in ("UPDATE", "DELETE")
        ),
        # INSERT OR REPLACE removes the old row without asking the trigger on DELETE.
        f"""
        CREATE TRIGGER gold_release_keep_insert BEFORE INSERT ON gold_release
        WHEN EXISTS ({_SAME})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """,
        *(
            f"""
            CREATE TRIGGER {table}_keep_{verb.lower()} BEFORE {verb} ON {table}
            WHEN {_any_frozen(verb)} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
            """
            for table in _TABLES
            for verb in _ROWS
        ),
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION gold_release_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'check_violation';
        END $$
        """,
        """
        CREATE TRIGGER gold_release_keep BEFORE UPDATE OR DELETE ON gold_release
        FOR EACH ROW WHEN (OLD.state = 'frozen') EXECUTE FUNCTION gold_release_keep()
        """,
        f"""
        CREATE FUNCTION gold_rows_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' AND EXISTS ({_frozen("OLD")}) THEN
                RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'check_violation';
            END IF;
            IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
            IF EXISTS ({_frozen("NEW")}) THEN
                RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
        END $$
        """,
        *(
            f"""
            CREATE TRIGGER {table}_keep BEFORE INSERT OR UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION gold_rows_keep()
            """
            for table in _TABLES
        ),
    ],
}
DROP: Statements = {
    "sqlite": [
        f"DROP TRIGGER {table}_keep_{verb.lower()}"
        for table in ("gold_release", *_TABLES)
        for verb in _ROWS
    ],
    "postgresql": [
        *(f"DROP TRIGGER {table}_keep ON {table}" for table in ("gold_release", *_TABLES)),
        "DROP FUNCTION gold_release_keep()",
        "DROP FUNCTION gold_rows_keep()",
    ],
}
