-- The three roles of Moniker, for the whole server. May be run again at any time.
-- Passwords are set apart from this file, with ALTER ROLE … PASSWORD.
--
-- moniker_owner    owns the schema and runs the migrations; no request is ever served as this role
-- moniker_app      the API and the worker; the migrations give it no UPDATE, DELETE or TRUNCATE on the event log
-- moniker_auditor  the auditors' command line; reads only

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

-- A second guard behind the missing grants.
ALTER ROLE moniker_auditor SET default_transaction_read_only = on;
