import pg from 'pg';

declare global {
  /** `timed-environment.mjs` calls this when a test file has ended. */
  var monikerTeardown: (() => Promise<void>) | undefined;
}

/** One idle connection per URL. Opening a connection costs the server more than most statements do. */
const idle = new Map<string, pg.Client>();

globalThis.monikerTeardown = async () => {
  const clients = [...idle.values()];
  idle.clear();
  await Promise.all(clients.map(close));
};

/** Runs statements in a session with default settings, reusing an earlier call's connection if there is one. */
export async function queryInFreshSession<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const used = idle.get(url);
  if (used === undefined) return run(url, await open(url), sql, values);
  idle.delete(url);
  try {
    return await run<Row>(url, used, sql, values);
  } catch (error) {
    // The server may have closed the idle connection a moment ago, before it got the statement.
    if (!isConnectionLost(error)) throw error;
    return run(url, await open(url), sql, values);
  }
}

/** Closes the idle connections to a database. A database with open connections can't be copied. */
export async function closeIdleConnections(database: string): Promise<void> {
  const urls = [...idle.keys()].filter((url) => new URL(url).pathname === `/${database}`);
  await Promise.all(
    urls.map(async (url) => {
      const client = idle.get(url);
      idle.delete(url);
      if (client) await close(client);
    }),
  );
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Tests terminate connections and drop databases. Without a listener, the resulting error would end Jest.
  client.on('error', () => {
    if (idle.get(url) === client) idle.delete(url);
  });
  await client.connect();
  return client;
}

async function run<Row extends pg.QueryResultRow>(
  url: string,
  client: pg.Client,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  try {
    const { rows } = await client.query<Row>(sql, values);
    return rows;
  } finally {
    if ((await hasReset(client)) && !idle.has(url)) idle.set(url, client);
    else await close(client);
  }
}

/** Resets a session's state. Returns false if the session has ended or is in a transaction. */
const hasReset = (client: pg.Client): Promise<boolean> =>
  client.query('discard all').then(
    () => true,
    () => false,
  );

async function close(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}

/**
 * Whether the server closed the connection. The error depends on whether the server's message arrived before the
 * socket ended.
 */
function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    ['57P01', 'ECONNRESET', 'EPIPE'].includes(code ?? '') ||
    /connection terminated|not queryable/i.test(message ?? '')
  );
}
