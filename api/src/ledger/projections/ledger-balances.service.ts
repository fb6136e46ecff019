import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LedgerAccountEntity } from './ledger-account.entity.js';

/** Total = posted, pending = held, available = posted − held. */
export interface Balance {
  readonly postedCents: number;
  readonly heldCents: number;
}

/** Reads the balance of an account as the last committed event left it. */
@Injectable()
export class LedgerBalances {
  constructor(
    @InjectRepository(LedgerAccountEntity) private readonly accounts: Repository<LedgerAccountEntity>,
  ) {}

  /** Zero for an account that was not opened yet. */
  async of(accountId: string): Promise<Balance> {
    const account = await this.accounts.findOneBy({ accountId });
    return { postedCents: account?.postedCents ?? 0, heldCents: account?.heldCents ?? 0 };
  }
}
