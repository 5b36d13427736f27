"""The triggers that make the audit log append-only; `web.triggers` explains how to change them."""

from web.triggers import Statements

REFUSAL = "the audit log is append-only"

AUDIT_CREATE: Statements = {
    "sqlite": [
        f"""
        CREATE TRIGGER accounts_audit_no_{verb.lower()} BEFORE {verb} ON accounts_auditevent
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """
        for verb in ("UPDATE", "DELETE")
    ]
    + [
        # INSERT OR REPLACE deletes the old row without firing the DELETE trigger.
        f"""
        CREATE TRIGGER accounts_audit_no_replace BEFORE INSERT ON accounts_auditevent
        WHEN EXISTS (SELECT 1 FROM accounts_auditevent known WHERE known.id = NEW.id)
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """  # noqa: S608  (our own words)
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION accounts_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER accounts_audit_append_only BEFORE UPDATE OR DELETE ON accounts_auditevent
        FOR EACH ROW EXECUTE FUNCTION accounts_audit_refuse()
        """,
        # TRUNCATE does not fire row triggers.
        """
        CREATE TRIGGER accounts_audit_no_truncate BEFORE TRUNCATE ON accounts_auditevent
        FOR EACH STATEMENT EXECUTE FUNCTION accounts_audit_refuse()
        """,
    ],
}
AUDIT_DROP: Statements = {
    "sqlite": [
        f"DROP TRIGGER accounts_audit_no_{verb}" for verb in ("update", "delete", "replace")
    ],
    "postgresql": [
        "DROP TRIGGER accounts_audit_no_truncate ON accounts_auditevent",
        "DROP TRIGGER accounts_audit_append_only ON accounts_auditevent",
        "DROP FUNCTION accounts_audit_refuse()",
    ],
}
