import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';

/** Balances of an account: total = posted, pending = held, available = posted − held (ACC-1). */
export interface Balance {
  readonly postedCents: number;
  readonly heldCents: number;
  /** Increases with every event of the account and its transactions. */
  readonly version: number;
}

const NOT_OPENED: Balance = { postedCents: 0, heldCents: 0, version: 0 };

const SELECT_BALANCE = `select posted_cents as "postedCents", held_cents as "heldCents", version
  from ledger_account where account_id = $1`;

/** Reads account balances as of the last committed event. */
@Injectable()
export class LedgerBalances {
  constructor(private readonly reads: PreparedReads) {}

  /** Returns zero for an account that has not been opened. */
  async balanceOf(accountId: string): Promise<Balance> {
    const [balance] = await this.reads.query<Balance>(SELECT_BALANCE, [accountId]);
    return balance ?? NOT_OPENED;
  }
}
