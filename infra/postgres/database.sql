-- Grants access to one Moniker database. Run it in that database, after roles.sql. Safe to run again.
-- The migrations grant privileges on tables.

DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO moniker_owner', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO moniker_app, moniker_auditor', current_database());
  -- The default assumes a spinning disk and makes the planner prefer sequential scans to indexes.
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO moniker_owner;
GRANT USAGE ON SCHEMA public TO moniker_app, moniker_auditor;
