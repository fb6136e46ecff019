import { COMMIT_FAULTS, type CommitFault, FaultyProxy } from '../../../infra/chaos/proxy.mjs';
import type { TestDatabase } from './database.js';
import { use } from './use.js';

export { COMMIT_FAULTS };

/** A proxy in front of PostgreSQL that fails at a COMMIT or simulates a server that is down. */
export interface DatabaseProxy {
  /** The database URL through the proxy. */
  readonly url: string;
  /** Faults to inject at the next COMMITs, one for each. Empty when all have been injected. */
  readonly faults: CommitFault[];
  /** Ends all connections and refuses new ones. */
  goDown(): Promise<void>;
  comeBack(): Promise<unknown>;
}

/** A proxy through which tests connect to a database as the application's role. */
export const useDatabaseProxy = (database: TestDatabase): DatabaseProxy =>
  use(
    () => startDatabaseProxy(database.appUrl),
    (proxy) => proxy.goDown(),
  );

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const proxy = new FaultyProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(await proxy.listen());
  return {
    url: url.href,
    faults: proxy.faults,
    goDown: () => proxy.close(),
    comeBack: () => proxy.listen(),
  };
}
