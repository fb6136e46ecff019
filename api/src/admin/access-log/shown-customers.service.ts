import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerEvents } from '../../ledger/queries/ledger-events.service.js';

/**
 * Finds the owners of records by id. Records of a kind that is missing here appear in the access log under their own
 * ids, without an owner.
 */
const SELECT_PEOPLE = `
  select id from app_user where id = any($1::uuid[])
  union select account_id from ledger_transaction where transaction_id = any($1::uuid[])
  union select user_id from kyc_application where id = any($1::uuid[])
  union select user_id from account_request where id = any($1::uuid[])
  union select customer_id from approval_proposal where id = any($1::uuid[])`;

/** Maximum number of events examined per request. A decision on 100 transactions appends at most 200. */
const MAX_EVENTS = 300;
/** The log's clock may be slightly behind this process's clock. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Finds the people in a change's request or response by looking up every id in it, so changes needn't declare what
 * they show.
 */
@Injectable()
export class ShownCustomers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: LedgerEvents,
  ) {}

  /** Returns the people with these ids, and the owners of the records with these ids. */
  async ofIds(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.dataSource.query<{ id: string }[]>(SELECT_PEOPLE, [ids]);
    return rows.map(({ id }) => id);
  }

  /** Returns the people about whom a request has recorded events. `began` is when the request started. */
  withEvents(correlationId: string, began: Date): Promise<ReadonlySet<string>> {
    const since = new Date(began.getTime() - CLOCK_TOLERANCE_MS);
    return this.events.customersOfRequest(correlationId, since, MAX_EVENTS);
  }
}
