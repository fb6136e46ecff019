-- Who may enter one database of Moniker. Run inside that database, after roles.sql; may be run again at any time.
-- What each role may do with each table is part of the migrations.

DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO moniker_owner', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO moniker_app, moniker_auditor', current_database());
  -- The default supposes a disk that turns: it makes the planner read whole tables where an index is at hand.
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO moniker_owner;
GRANT USAGE ON SCHEMA public TO moniker_app, moniker_auditor;
