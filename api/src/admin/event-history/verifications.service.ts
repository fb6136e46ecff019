import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toFindingJson, type VerifyResult } from '../../ledger/audit/ledger-audit.js';
import type {
  FindingDto,
  SignedRangeDto,
  VerificationStatus,
  VerifiedCountsDto,
} from './chain-status.dto.js';

/** A row of `ledger_verification`. */
export interface VerificationRow {
  readonly id: string;
  readonly status: VerificationStatus;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly position: number;
  readonly total: number;
  readonly hash: string | null;
  readonly counts: VerifiedCountsDto | null;
  readonly signed: SignedRangeDto | null;
  readonly findings: FindingDto[];
  readonly findingsOmitted: number;
  readonly failure: string | null;
}

/** Interval of a running worker's heartbeat. */
export const HEARTBEAT_MS = 2_000;
/** A worker is considered stopped after this long without a heartbeat. */
const STALE_AFTER = "interval '20 seconds'";
const WORKER_STOPPED = 'The worker stopped before the verification finished';
/** Maximum number of stored verifications. */
const MAX_KEPT = 500;

const IS_STALE = `(status = 'running' and heartbeat_at < clock_timestamp() - ${STALE_AFTER})`;

// Shows a verification as failed if its worker has stopped, even before its row is updated.
const SELECT = `
  select id, case when ${IS_STALE} then 'failed' else status end as status, requested_by as "requestedBy",
    requested_at as "requestedAt", finished_at as "finishedAt", position, total, encode(hash, 'hex') as hash,
    counts - 'signed' as counts, nullif(counts -> 'signed', 'null') as signed,
    findings, findings_omitted as "findingsOmitted",
    case when ${IS_STALE} then '${WORKER_STOPPED}' else failure end as failure
  from ledger_verification`;

/**
 * The queue of verifications between the API and the worker. At most one verification is waiting or running. Times come
 * from the database clock, because several machines compare them.
 */
@Injectable()
export class VerificationsService {
  constructor(private readonly dataSource: DataSource) {}

  /** Requests a verification, unless one is waiting or running. `by` is `schedule` or `user:<id>`. */
  async request(by: string): Promise<void> {
    await this.failStale();
    await this.dataSource.query(
      `insert into ledger_verification (id, requested_by, status) values ($1, $2, 'waiting')
        on conflict ((true)) where status in ('waiting', 'running') do nothing`,
      [randomUUID(), by],
    );
  }

  /**
   * Requests a verification if the last one was requested at least `everyHours` ago. Does nothing if `everyHours` is 0.
   * A failed verification is retried after an hour.
   */
  async requestIfDue(everyHours: number): Promise<void> {
    if (everyHours === 0) return;
    const recent = await this.dataSource.query<unknown[]>(
      `select from ledger_verification where requested_at > clock_timestamp()
          - make_interval(hours => case when status = 'failed' then 1 else $1 end)
        limit 1`,
      [everyHours],
    );
    if (recent.length === 0) await this.request('schedule');
  }

  async latest(): Promise<VerificationRow | null> {
    return this.findOne(`${SELECT} order by requested_at desc limit 1`);
  }

  async lastResult(): Promise<VerificationRow | null> {
    return this.findOne(`${SELECT} where status in ('sound', 'unsound') order by requested_at desc limit 1`);
  }

  /** Claims the waiting verification and returns its id, or null if none is waiting. */
  async claim(): Promise<string | null> {
    await this.failStale();
    const [claimed] = await this.dataSource.query<[{ id: string }[], number]>(
      `update ledger_verification set status = 'running', started_at = clock_timestamp(),
          heartbeat_at = clock_timestamp(), total = (select position from ledger_head)
        where id = (select id from ledger_verification where status = 'waiting' for update skip locked)
        returning id`,
    );
    return claimed[0]?.id ?? null;
  }

  /** Stores a verification's progress and its worker's heartbeat. */
  async recordProgress(id: string, position: number): Promise<void> {
    await this.dataSource.query(
      `update ledger_verification set position = $2, heartbeat_at = clock_timestamp()
        where id = $1 and status = 'running'`,
      [id, position],
    );
  }

  async finish(
    id: string,
    { ok, checkedTo, counts, signed, findings, findingsOmitted }: VerifyResult,
  ): Promise<void> {
    await this.dataSource.query(
      `update ledger_verification set status = $2, finished_at = clock_timestamp(), position = $3, hash = $4,
          counts = $5, findings = $6, findings_omitted = $7
        where id = $1 and status = 'running'`,
      [
        ...[id, ok ? 'sound' : 'unsound', checkedTo.position, checkedTo.hash],
        ...[
          JSON.stringify({ ...counts, signed }),
          JSON.stringify(findings.map(toFindingJson)),
          findingsOmitted,
        ],
      ],
    );
    await this.dataSource.query(
      `delete from ledger_verification where requested_at <
        (select requested_at from ledger_verification order by requested_at desc offset $1 limit 1)`,
      [MAX_KEPT - 1],
    );
  }

  async fail(id: string, failure: string): Promise<void> {
    await this.dataSource.query(
      `update ledger_verification set status = 'failed', finished_at = clock_timestamp(), failure = $2
        where id = $1 and status = 'running'`,
      [id, failure],
    );
  }

  private async failStale(): Promise<void> {
    await this.dataSource.query(
      `update ledger_verification set status = 'failed', finished_at = clock_timestamp(), failure = '${WORKER_STOPPED}'
        where ${IS_STALE}`,
    );
  }

  private async findOne(select: string): Promise<VerificationRow | null> {
    const [row] = await this.dataSource.query<VerificationRow[]>(select);
    return row ?? null;
  }
}
