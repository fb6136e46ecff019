import type { KurrentSettings } from '../../platform/config/kurrent-settings.js';
import { registerPgTypes } from '../../platform/database/sql.js';
import { withAuditConnection, type AuditSql } from '../log/audit-connection.js';
import { compareLogs } from '../copy/compare-logs.js';
import { compareSignatures } from '../copy/compare-signatures.js';
import { NotCopyableError } from '../copy/copied-events.js';
import { copyToPostgres } from '../copy/copy-to-postgres.js';
import { copyToRemote, type CopyOptions, type CopyResult } from '../copy/copy-to-remote.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import { connectRemoteLog } from '../log/open-remote-log.js';
import { RemoteAuditLog } from '../log/remote-audit-log.js';
import { hashAt } from '../log/read-events.js';
import { readLogInThread } from '../log/read-log-in-thread.js';
import type { ScannableLog } from '../log/scannable-log.js';
import type { Finding } from '../verify/finding-list.js';

export { NotCopyableError };

/** The engines that can hold the log. */
export const ENGINES = ['postgres', 'kurrentdb'] as const;
export type Engine = (typeof ENGINES)[number];

export interface CopyLedgerOptions {
  /** The database, with the owner's role. */
  readonly databaseUrl: string;
  readonly kurrent: KurrentSettings;
  readonly to: Engine;
  /** Secret for the HMACs of idempotency keys. */
  readonly keySecret: Buffer;
  /** Whether to move the log instead of copying it: the source is closed, and the target takes over. */
  readonly isCutOver: boolean;
  /** Called with the position that a step has reached, and the last position. */
  readonly onProgress: (step: 'copy' | 'compare', position: number, total: number) => void;
}

/** What was copied, and any differences found between the two logs. */
export interface LedgerCopy extends CopyResult {
  /** Whether the source was closed. */
  readonly isClosed: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Copies the log to the engine `to`, starting after the last event that this engine already has, and compares both
 * logs. With `isCutOver`, continues if the logs do not differ: closes the source, then copies and compares the events
 * that were added in the meantime.
 */
export async function copyLedger(options: CopyLedgerOptions): Promise<LedgerCopy> {
  // Without this, the writer's connections return positions as text.
  registerPgTypes();
  const { databaseUrl, kurrent, isCutOver } = options;
  const log = await connectRemoteLog(kurrent);
  try {
    return await withAuditConnection(
      databaseUrl,
      async (sql) => {
        const first = await copyOnce(sql, log, options, false);
        const findings = await compare(sql, log, options, { from: 0, to: first.to });
        if (!isCutOver || findings.length > 0) return { ...first, isClosed: false, findings };
        const rest = await copyOnce(sql, log, options, true);
        const later = await compare(sql, log, options, { from: first.to, to: rest.to });
        return { from: first.from, to: rest.to, isClosed: true, findings: later };
      },
      { inThread: true },
    );
  } finally {
    await log.close();
  }
}

function copyOnce(
  sql: AuditSql,
  log: ScannableLog,
  { databaseUrl, to, keySecret, onProgress }: CopyLedgerOptions,
  isCutOver: boolean,
): Promise<CopyResult> {
  const options: CopyOptions = {
    isCutOver,
    onProgress: (position, total) => onProgress('copy', position, total),
  };
  return to === 'kurrentdb'
    ? copyToRemote(sql, log, keySecret, options)
    : copyToPostgres(databaseUrl, sql, log, options);
}

async function compare(
  sql: AuditSql,
  log: ScannableLog,
  { kurrent: { url, stream }, to: engine, onProgress }: CopyLedgerOptions,
  { from, to }: CopyResult,
): Promise<readonly Finding[]> {
  const remote = new RemoteAuditLog(log, (part) => readLogInThread({ url, stream, part }));
  // Once the log has moved to PostgreSQL, the tables may have more events than the log in KurrentDB.
  const upTo = engine === 'kurrentdb' ? to : Math.min(to, await remote.lastPosition());
  const previousHash = from === 0 ? GENESIS_HASH : ((await hashAt(sql, from)) ?? GENESIS_HASH);
  const range = { after: from, previousHash, upTo };
  const findings = await compareLogs(sql, remote, range, (position, total) =>
    onProgress('compare', position, total),
  );
  return [...findings, ...(await compareSignatures(sql, log, range))];
}
