import type { RemoteAuditLog } from '../log/remote-audit-log.js';
import type { LogRange, LogSource } from '../log/scan-events.js';
import { inSnapshot } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { checkUnapplied, type Predecessor } from '../verify/check-continuity.js';
import { CopyChecker } from '../verify/copy-checker.js';
import { FindingList, type Finding } from '../verify/finding-list.js';

/**
 * Reads a range of both logs and returns the first problems: a position that only one log has, a hash that is different
 * in the other log, or an event whose fields don't match its hash.
 */
export function compareLogs(
  sql: Sql & LogSource,
  remote: RemoteAuditLog,
  range: LogRange,
  onProgress: (position: number, total: number) => void,
): Promise<readonly Finding[]> {
  return inSnapshot(sql, async () => {
    const findings = new FindingList();
    const copy = new CopyChecker(sql.readLog(range));
    let before: Predecessor = { position: range.after, recordedAt: new Date(0) };
    try {
      for await (const events of remote.readLog(range)) {
        const found: Finding[] = [];
        for (const event of events) before = checkUnapplied(before, event, found);
        findings.add(...found, ...(await copy.compare(events)));
        onProgress(before.position, range.upTo);
      }
      findings.add(...(await copy.finish()));
      return findings.list;
    } finally {
      await copy.close();
    }
  });
}
