// @ts-check
import { STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';

/**
 * Emmett's event store for PostgreSQL, used as documented: `appendToStream` with the stream's expected version, on
 * tables that Emmett's own migration creates.
 * @type {import('./rival.js').OpenRival}
 */
export async function open(url, poolSize) {
  // Connections stay open between measurements, so no measurement includes the time to open them.
  const pool = new pg.Pool({ connectionString: url, max: poolSize, idleTimeoutMillis: 0 });
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    async append(streamName, version, { id, type, data }) {
      const expectedStreamVersion = version === 0 ? STREAM_DOES_NOT_EXIST : BigInt(version);
      const event = { type, data, metadata: { messageId: id } };
      await store.appendToStream(streamName, [event], { expectedStreamVersion });
    },
    async count() {
      const { rows } = await pool.query('select count(*) as events from emt_messages');
      return Number(rows[0].events);
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}
