import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';

/** Total = posted, pending = held, available = posted − held. */
export interface Balance {
  readonly postedCents: number;
  readonly heldCents: number;
  /** Grows with every event of the account and of its transactions. */
  readonly version: number;
}

const NOT_OPENED: Balance = { postedCents: 0, heldCents: 0, version: 0 };

const SELECT_BALANCE = `select posted_cents as "postedCents", held_cents as "heldCents", version
  from ledger_account where account_id = $1`;

/** Reads the balance of an account as the last committed event left it. */
@Injectable()
export class LedgerBalances {
  constructor(private readonly reads: PreparedReads) {}

  /** Zero for an account that was not opened yet. */
  async balanceOf(accountId: string): Promise<Balance> {
    const [balance] = await this.reads.query<Balance>(SELECT_BALANCE, [accountId]);
    return balance ?? NOT_OPENED;
  }
}
