import { Logger } from '@nestjs/common';
import { allInOrder, type Sql } from '../../platform/database/sql.js';
import type { EventLog, Head } from '../log/event-log.port.js';
import { LedgerUnavailableError } from './submission.js';

/**
 * The head row does not match the last event, so events appended after this head could never be verified. Nothing was
 * written.
 */
export class HeadContradictsLogError extends LedgerUnavailableError {
  override name = 'HeadContradictsLogError';
}

const logger = new Logger('Ledger');

/**
 * Locks the head of a log in PostgreSQL and compares it with the last event (LED-31). The two statements are pipelined.
 * The second one sees everything committed before the lock was granted.
 *
 * @throws HeadContradictsLogError someone changed the head row or the last event, or removed events
 */
export async function openCheckedHead(sql: Sql, log: EventLog): Promise<Head> {
  const [head, [last]] = await allInOrder([log.openHead(sql), sql.query<Head>(SELECT_LAST)]);
  const isLast =
    last === undefined
      ? head.position === 0
      : head.position === last.position &&
        head.hash.equals(last.hash) &&
        head.recordedAt.getTime() === last.recordedAt.getTime();
  if (isLast) return head;
  logger.error({
    problem: 'the head row does not match the last event; nothing is written',
    position: head.position,
  });
  throw new HeadContradictsLogError();
}

const SELECT_LAST = `select position, hash, recorded_at as "recordedAt" from ledger_event
  order by position desc limit 1`;
