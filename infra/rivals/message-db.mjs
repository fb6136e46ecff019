// @ts-check
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('@eventide/message-db/package.json'));

/**
 * The SQL files that the package's `install.sh` runs with psql, in the same order. The PostgreSQL from npm does not
 * include psql.
 */
const SQL_FILES = [
  'roles/message-store',
  'schema/message-store',
  'extensions/pgcrypto',
  'tables/messages',
  'types/message',
  ...[
    'message-store-version',
    'hash-64',
    'acquire-lock',
    'category',
    'is-category',
    'id',
    'cardinal-id',
    'stream-version',
    'write-message',
    'get-stream-messages',
    'get-category-messages',
    'get-last-stream-message',
  ].map((name) => `functions/${name}`),
  ...['messages-id', 'messages-stream', 'messages-category'].map((name) => `indexes/${name}`),
  ...[
    'stream-summary',
    'type-summary',
    'stream-type-summary',
    'type-stream-summary',
    'category-type-summary',
    'type-category-summary',
  ].map((name) => `views/${name}`),
  ...['schema', 'table', 'sequence', 'functions', 'views'].map((name) => `privileges/${name}`),
];

/** The documented call, with the stream's expected version. */
const WRITE = {
  name: 'write-message',
  text: 'select write_message($1::varchar, $2::varchar, $3::varchar, $4::jsonb, null, $5::bigint)',
};

/**
 * MessageDB, an event store that consists of PostgreSQL functions, called through `pg`.
 * @type {import('./rival.js').OpenRival}
 */
export async function open(url, poolSize) {
  await install(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Connections stay open between measurements, so no measurement includes the time to open them.
    idleTimeoutMillis: 0,
    options: '-c search_path=message_store,public',
  });
  return {
    async append(streamName, version, { id, type, data }) {
      const values = [id, streamName, type, JSON.stringify(data), version - 1];
      await pool.query({ ...WRITE, values });
    },
    async count() {
      const { rows } = await pool.query('select count(*) as events from messages');
      return Number(rows[0].events);
    },
    close: () => pool.end(),
  };
}

async function install(/** @type {string} */ url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const name of SQL_FILES) {
      await client.query(await readFile(path.join(PACKAGE, 'database', `${name}.sql`), 'utf8'));
    }
  } finally {
    await client.end();
  }
}
