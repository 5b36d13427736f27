"""SQL of the triggers that keep a frozen release as it is, for both databases; then: unless it is withdrawn."""

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


# A frozen release may be withdrawn; what names it, and its checksum, stay for good, its texts may go.
_STUB = ("id", "name", "version", "checksum", "frozen_at", "created_at", "created_by_id")
_WITHDRAWS = "NEW.state = 'withdrawn' AND " + " AND ".join(
    f"NEW.{column} = OLD.{column}" for column in _STUB
)
_SEALED = ("frozen", "withdrawn")


def _in_state(row: str, *states: str) -> str:
    names = ", ".join(f"'{state}'" for state in states)
    return f"""
        SELECT 1 FROM gold_release release
        WHERE release.id = {row}.release_id AND release.state IN ({names})
    """  # noqa: S608  (our own words)


# A withdrawn release takes no texts; what is left of them may be deleted.
_KEPT_ROWS = {
    "INSERT": _in_state("NEW", *_SEALED),
    "UPDATE": f"{_in_state('OLD', 'frozen')} UNION ALL {_in_state('NEW', 'frozen')}",
    "DELETE": _in_state("OLD", "frozen"),
}

WITHDRAWABLE_CREATE: Statements = {
    "sqlite": [
        f"""
        CREATE TRIGGER gold_release_keep_update BEFORE UPDATE ON gold_release
        WHEN OLD.state = 'withdrawn' OR (OLD.state = 'frozen' AND NOT ({_WITHDRAWS}))
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """,
        f"""
        CREATE TRIGGER gold_release_keep_delete BEFORE DELETE ON gold_release
        WHEN OLD.state IN ('frozen', 'withdrawn') BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """,
        f"""
        CREATE TRIGGER gold_release_keep_insert BEFORE INSERT ON gold_release
        WHEN EXISTS (
            SELECT 1 FROM gold_release old
            WHERE old.id = NEW.id AND old.state IN ('frozen', 'withdrawn')
        )
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """,  # noqa: S608  (our own words)
        *(
            f"""
            CREATE TRIGGER {table}_keep_{verb.lower()} BEFORE {verb} ON {table}
            WHEN EXISTS ({kept}) BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
            """
            for table in _TABLES
            for verb, kept in _KEPT_ROWS.items()
        ),
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION gold_release_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND OLD.state = 'frozen' THEN
                IF {_WITHDRAWS} THEN RETURN NEW; END IF;
            END IF;
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'check_violation';
        END $$
        """,
        """
        CREATE TRIGGER gold_release_keep BEFORE UPDATE OR DELETE ON gold_release
        FOR EACH ROW WHEN (OLD.state IN ('frozen', 'withdrawn')) EXECUTE FUNCTION gold_release_keep()
        """,
        f"""
        CREATE FUNCTION gold_rows_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF EXISTS ({_KEPT_ROWS["DELETE"]}) THEN
                    RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'check_violation';
                END IF;
                RETURN OLD;
            END IF;
            IF TG_OP = 'INSERT' THEN
                IF EXISTS ({_KEPT_ROWS["INSERT"]}) THEN
                    RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'check_violation';
                END IF;
            ELSIF EXISTS ({_KEPT_ROWS["UPDATE"]}) THEN
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
# They have the names of those before them.
WITHDRAWABLE_DROP: Statements = DROP
