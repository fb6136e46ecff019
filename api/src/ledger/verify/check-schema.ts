import type { Sql } from '../../platform/database/sql.js';
import type { Finding, FindingList } from './finding-list.js';
import { readSchema, type SchemaObject } from './read-schema.js';
import { SCHEMA_MANIFEST } from './schema-manifest.generated.js';

/** Kinds of objects that migrations of newer releases never change. */
const UNCHANGEABLE: ReadonlySet<string> = new Set(['trigger', 'role', 'setting']);

/** Maximum number of names in a message. */
const MAX_NAMED = 20;
/** Maximum number of characters of a definition in a finding. */
const MAX_DEFINITION = 160;

const SEPARATOR = ' | ';
const MIGRATION = 'migration';

/**
 * Checks that all of this release's migrations are recorded, and compares what `readSchema` reads with what these
 * migrations create (AUD-82). If the database has migrations that this release doesn't know, a newer release is being
 * rolled out. A difference that such migrations may have caused is only a warning. Returns warnings.
 */
export async function checkSchema(sql: Sql, findings: FindingList): Promise<Finding[]> {
  const released = parseManifest(SCHEMA_MANIFEST);
  const recorded = await readMigrations(sql);
  const known = released.filter(({ kind }) => kind === MIGRATION).map(({ name }) => name);
  const lacking = known.filter((name) => !recorded.has(name));
  if (lacking.length > 0) {
    const first = lacking.slice(0, MAX_NAMED).join(', ');
    findings.add(
      schemaFinding(`the database lacks migrations of this release (${lacking.length}): ${first}`),
    );
    return [];
  }
  const isNewer = recorded.size > known.length;
  const differences = differencesBetween(
    released.filter(({ kind }) => kind !== MIGRATION),
    await readSchema(sql),
  );
  const explained = isNewer ? differences.filter(mayBeMigrated) : [];
  const unexplained = differences.filter((difference) => !explained.includes(difference));
  findings.add(...unexplained.map(({ message }) => schemaFinding(message)));
  return explained.length === 0 ? [] : [unjudgedWarning(explained)];
}

/** Formats the manifest, with one object per line. */
export function formatManifest(migrations: readonly string[], schema: readonly SchemaObject[]): string {
  const names = migrations.map((name) => ({ kind: MIGRATION, name, definition: 'recorded' }));
  return [...names, ...schema]
    .map(({ kind, name, definition }) => [kind, name, oneLine(definition)].join(SEPARATOR))
    .join('\n');
}

/** Returns an object's definition as created by this release's migrations; undefined for an unknown object. */
export function releasedDefinition(kind: string, name: string): string | undefined {
  return parseManifest(SCHEMA_MANIFEST).find((object) => object.kind === kind && object.name === name)
    ?.definition;
}

function parseManifest(text: string): SchemaObject[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [kind = '', name = '', ...rest] = line.split(SEPARATOR);
    return { kind, name, definition: rest.join(SEPARATOR) };
  });
}

async function readMigrations(sql: Sql): Promise<ReadonlySet<string>> {
  const [access] = await sql.query<{ isReadable: boolean }>(SELECT_ACCESS);
  // Until this release's migrations have run, auditors have no access to the table of migrations.
  if (access?.isReadable !== true) return new Set();
  const rows = await sql.query<{ name: string }>('select name from schema_migration');
  return new Set(rows.map(({ name }) => name));
}

const SELECT_ACCESS = `select has_table_privilege('schema_migration', 'select') as "isReadable"`;

interface SchemaDifference {
  readonly kind: string;
  readonly name: string;
  readonly change: 'missing' | 'added' | 'changed';
  readonly message: string;
}

function differencesBetween(
  released: readonly SchemaObject[],
  found: readonly SchemaObject[],
): SchemaDifference[] {
  const rest = new Map(found.map((object) => [objectKey(object), object]));
  const differences = released.flatMap((expected): SchemaDifference[] => {
    const object = rest.get(objectKey(expected));
    rest.delete(objectKey(expected));
    if (object === undefined) return [difference(expected, 'missing', 'is missing')];
    const definition = oneLine(object.definition);
    if (definition === expected.definition) return [];
    const problem = `is "${shorten(definition)}", but this release has "${shorten(expected.definition)}"`;
    return [difference(expected, 'changed', problem)];
  });
  const added = [...rest.values()].map((object) =>
    difference(object, 'added', `isn't part of this release: "${shorten(object.definition)}"`),
  );
  return [...differences, ...added];
}

function difference(
  { kind, name }: SchemaObject,
  change: SchemaDifference['change'],
  problem: string,
): SchemaDifference {
  return { kind, name, change, message: `the ${describeObject(kind, name)} ${problem}` };
}

/** Names an object in a message. The names of a setting and a child table begin with their role or parent table. */
function describeObject(kind: string, name: string): string {
  switch (kind) {
    case 'grant':
      return `grant to ${name}`;
    case 'setting': {
      const end = name.lastIndexOf(' ');
      return `setting ${name.slice(end + 1)} of ${name.slice(0, end)}`;
    }
    case 'child': {
      const end = name.indexOf(' ');
      return `child table ${name.slice(end + 1)} of ${name.slice(0, end)}`;
    }
    default:
      return `${kind} ${name}`;
  }
}

function objectKey({ kind, name }: SchemaObject): string {
  return kind + SEPARATOR + name;
}

/** Replaces only line breaks, because every other character counts, for example in string literals. */
function oneLine(text: string): string {
  return text.replaceAll('\n', '⏎');
}

function shorten(definition: string): string {
  const text = oneLine(definition);
  return text.length > MAX_DEFINITION ? `${text.slice(0, MAX_DEFINITION)}…` : text;
}

/**
 * Whether a newer release's migrations may have caused a difference: they only add to or extend what this release has
 * (docs/operations.md, "Roll out a new version").
 */
function mayBeMigrated({ kind, change }: SchemaDifference): boolean {
  return change === 'added' || (change === 'changed' && !UNCHANGEABLE.has(kind));
}

function unjudgedWarning(differences: readonly SchemaDifference[]): Finding {
  const names = differences.slice(0, MAX_NAMED).map(({ kind, name }) => describeObject(kind, name));
  const more = differences.length > MAX_NAMED ? ` and ${differences.length - MAX_NAMED} more` : '';
  const message =
    'the database has migrations from a newer release, so verify with that release. ' +
    `These were NOT checked: ${names.join(', ')}${more}`;
  return { check: 'schema', position: null, message };
}

function schemaFinding(message: string): Finding {
  return { check: 'schema', position: null, message };
}
