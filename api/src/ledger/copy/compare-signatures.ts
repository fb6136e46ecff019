import { inSnapshot } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import type { LogRange } from '../log/scan-events.js';
import { isForeign, type ScannableLog } from '../log/scannable-log.js';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import { FindingList, type Finding } from '../verify/finding-list.js';
import { batchSignaturesBetween } from './batch-signatures.js';

/** Events per page. */
const PAGE_SIZE = 1_000;

/** Compares the signatures of batches that end in a range of both logs, and returns the first differences (LED-25). */
export function compareSignatures(
  sql: Sql,
  log: ScannableLog,
  { after, upTo }: Pick<LogRange, 'after' | 'upTo'>,
): Promise<readonly Finding[]> {
  return inSnapshot(sql, async () => {
    const findings = new FindingList();
    for (let from = after; from < upTo; from += PAGE_SIZE) {
      const to = Math.min(from + PAGE_SIZE, upTo);
      const stored = await batchSignaturesBetween(sql, from, to);
      for (const event of await log.scan(from, to - from)) {
        if (isForeign(event) || event.position > to) continue;
        const { position, signature } = event;
        if (isSame(stored.get(position) ?? null, signature)) continue;
        findings.add({
          check: 'signatures',
          position,
          message: 'the signature differs between the two logs, or only one of them has it',
        });
      }
    }
    return findings.list;
  });
}

function isSame(one: BatchSignature | null, other: BatchSignature | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.firstPosition === other.firstPosition &&
    one.keyId === other.keyId &&
    one.signature.equals(other.signature)
  );
}
