import type { Sql } from '../../platform/database/sql.js';

/** A schema object, such as a trigger, with its definition as one string. */
export interface SchemaObject {
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Reads everything that affects how the database behaves, except rows (AUD-82): tables, views and their inheritance,
 * columns with their types, constraints, indexes, triggers, functions, operators, casts, rules, policies, everybody's
 * privileges except the owner's, attributes of the application's and the auditors' roles, and settings that change what
 * statements mean. Covers the schema `public`, additions to `pg_catalog`, and children of our tables in other schemas.
 * Leaves out the tables, C functions and operators of extensions. Any role can run this query, because every role is
 * allowed to read the system catalogs. `sql` must be in a transaction.
 */
export async function readSchema(sql: Sql): Promise<SchemaObject[]> {
  const [before] = await sql.query<{ path: string }>(`select current_setting('search_path') as path`);
  // Definitions include an object's schema unless that schema is in the search path.
  await sql.query(SET_SEARCH_PATH, ['pg_catalog']);
  const objects = await sql.query<SchemaObject>(SELECT_SCHEMA);
  await sql.query(SET_SEARCH_PATH, [before?.path ?? 'public']);
  return objects.map((object) => ({ ...object, name: object.name.replaceAll('public.', '') }));
}

const SET_SEARCH_PATH = `select set_config('search_path', $1, true)`;

const ROLES = `('moniker_app', 'moniker_auditor')`;

/** Settings of a role or database that change how triggers, names or policies work. */
const SETTINGS = `('session_replication_role', 'search_path', 'row_security', 'default_transaction_read_only', 'role',
  'session_preload_libraries', 'local_preload_libraries', 'check_function_bodies', 'lo_compat_privileges',
  'default_transaction_isolation', 'transform_null_equals', 'standard_conforming_strings', 'backslash_quote', 'array_nulls')`;

/** The lowest possible id of an object that PostgreSQL did not create itself. */
const FIRST_OWN_ID = 16_384;

// Leaves out two things that depend on PostgreSQL's version: constraints of kind n (not null), which repeat what the
// columns say, and an owner's privileges, which the owner can always restore.
const SELECT_SCHEMA = `with
  relation as (
    select c.*, c.oid::regclass::text as path from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c')
        and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')),
  -- Of an extension's functions, leaves out only those in C: an SQL function could be added to an extension to hide it.
  -- Includes functions added to pg_catalog, because they are found before all others.
  routine as (
    select p.*, lanname, p.oid::regprocedure::text as path from pg_proc p join pg_language on pg_language.oid = prolang
      where (pronamespace = 'public'::regnamespace
          or pronamespace = 'pg_catalog'::regnamespace and p.oid >= ${FIRST_OWN_ID})
        and not (lanname = 'c' and exists (
          select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e'))),
  privilege as (
    select 'on ' || path as object, relowner as owner, acl.* from relation, aclexplode(relacl) as acl
    union all
    select 'on ' || path || '.' || attname, relowner, acl.*
      from relation join pg_attribute on attrelid = relation.oid, aclexplode(attacl) as acl
    union all
    select 'on ' || path, proowner, acl.* from routine, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
    union all
    select 'on schema public', nspowner, acl.* from pg_namespace, aclexplode(nspacl) as acl where nspname = 'public'
    union all
    select 'by default on objects of type ' || defaclobjtype::text, defaclrole, acl.*
      from pg_default_acl, aclexplode(defaclacl) as acl where defaclnamespace in (0, 'public'::regnamespace)
    union all
    select 'on database', datdba, acl.*
      from pg_database, aclexplode(datacl) as acl
      where datname = current_database() and privilege_type = 'CREATE'
        and (grantee = 0 or pg_get_userbyid(grantee) in ${ROLES}))
  select kind, name, definition from (
    select 'table' as kind, path as name, concat_ws(', ', 'kind ' || relkind::text, 'owner ' || pg_get_userbyid(relowner),
        case when relrowsecurity then 'row security' end, case when relforcerowsecurity then 'forced' end,
        case when relispartition then 'partition' end, case when relpersistence <> 'p' then relpersistence::text end,
        nullif(pg_get_viewdef(relation.oid), '')) as definition
      from relation
    union all
    select 'column', path || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
        case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
        case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid),
        'generated ' || nullif(attgenerated::text, ''), 'identity ' || nullif(attidentity::text, ''))
      from relation join pg_attribute on attrelid = relation.oid join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind <> 'S'
    union all
    select 'constraint', path || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
      from relation join pg_constraint on conrelid = relation.oid where contype not in ('n', 't')
    union all
    select 'index', indexrelid::regclass::text,
        pg_get_indexdef(indexrelid) || case when indisvalid and indisready then '' else ' INVALID' end
      from relation join pg_index on indrelid = relation.oid
    union all
    select 'trigger', path || '.' || tgname, pg_get_triggerdef(pg_trigger.oid) ||
        case tgenabled when 'O' then '' when 'D' then ' DISABLED' else ' ENABLED FOR ' || tgenabled::text end
      from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
    union all
    select 'trigger', path || '.' || conname, 'DISABLED'
      from relation join pg_trigger on tgrelid = relation.oid join pg_constraint on pg_constraint.oid = tgconstraint
      where tgisinternal and tgenabled <> 'O' group by path, conname
    union all
    select 'event trigger', evtname, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled) from pg_event_trigger
    union all
    select 'rule', path || '.' || rulename, pg_get_ruledef(pg_rewrite.oid) || ' ' || ev_enabled::text
      from relation join pg_rewrite on ev_class = relation.oid where rulename <> '_RETURN'
    union all
    select 'policy', path || '.' || polname, concat_ws(' ', polcmd, polpermissive, polroles::regrole[],
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from relation join pg_policy on polrelid = relation.oid
    union all
    select 'parent', path, string_agg(inhparent::regclass::text, ', ' order by inhseqno)
      from relation join pg_inherits on inhrelid = relation.oid group by path
    union all
    select 'child', path || ' ' || inhrelid::regclass, 'other schema'
      from relation join pg_inherits on inhparent = relation.oid join pg_class child on child.oid = inhrelid
      where child.relnamespace <> 'public'::regnamespace
    union all
    select 'function', path, concat_ws(' ', 'of', pg_get_userbyid(proowner), lanname, 'returns',
        pg_get_function_result(routine.oid), provolatile, prokind, case when prosecdef then 'security definer' end,
        case when proisstrict then 'strict' end, proconfig,
        encode(sha256(convert_to(coalesce(nullif(prosrc, ''), pg_get_function_sqlbody(routine.oid), ''), 'UTF8')), 'hex'))
      from routine
    union all
    select 'operator', pg_operator.oid::regoperator::text, oprcode::text
      from pg_operator where oprnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace)
        and pg_operator.oid >= ${FIRST_OWN_ID} and not exists (
          select from pg_depend where objid = pg_operator.oid and classid = 'pg_operator'::regclass and deptype = 'e')
    union all
    select 'cast', format_type(castsource, null) || ' as ' || format_type(casttarget, null), castmethod::text
      from pg_cast where oid >= ${FIRST_OWN_ID}
    union all
    select 'grant', case grantee when 0 then 'public' else pg_get_userbyid(grantee) end || ' ' || object,
        string_agg(privilege_type || case when is_grantable then ' with grant option' else '' end, ', '
          order by privilege_type)
      from privilege where grantee <> owner and (grantee = 0 or pg_get_userbyid(grantee) <> 'moniker_owner')
      group by grantee, object
    union all
    select 'role', rolname, concat_ws(', ', 'login', case when rolsuper then 'superuser' end,
        case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end,
        case when rolreplication then 'replication' end, case when rolbypassrls then 'bypassrls' end,
        (select 'member of ' || string_agg(pg_get_userbyid(roleid), ', ' order by pg_get_userbyid(roleid))
          from pg_auth_members where member = pg_roles.oid))
      from pg_roles where rolname in ${ROLES}
    union all
    select 'setting', coalesce(pg_get_userbyid(nullif(setrole, 0)), 'all roles') || ' ' || split_part(setting, '=', 1),
        string_agg(setting, ', ' order by setting)
      from pg_db_role_setting, unnest(setconfig) as setting
      where setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and (setrole = 0 or pg_get_userbyid(setrole) in ${ROLES}) and split_part(setting, '=', 1) in ${SETTINGS}
      group by setrole, split_part(setting, '=', 1)
  ) as object order by (kind || ' ' || name) collate "C"`;
