-- The three roles of Moniker. Roles belong to the whole server. Safe to run again.
-- Passwords are set separately, with ALTER ROLE … PASSWORD.
--
-- moniker_owner    owns the schema and runs migrations; never serves requests
-- moniker_app      API and worker; has no UPDATE, DELETE or TRUNCATE on the event log
-- moniker_auditor  the auditors' command line; read-only

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['moniker_owner', 'moniker_app', 'moniker_auditor'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I', name);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN', name);
  END LOOP;
END
$$;

-- A second line of defense: the role has no write privileges either.
ALTER ROLE moniker_auditor SET default_transaction_read_only = on;
