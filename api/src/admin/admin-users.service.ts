import { Injectable } from '@nestjs/common';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { IdempotentResponse } from '../platform/http/idempotency.js';
import { receiptOrThrow } from '../platform/http/refusal-error.js';
import {
  amountCentsOf,
  type RequestMeta,
  TransactionsService,
} from '../transactions/transactions.service.js';
import { AdminUserList } from './admin-user-list.service.js';
import type { AdminUserDto, SetBalanceBody } from './admin-user.dto.js';

/** What admins do with balances. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly list: AdminUserList,
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionsService,
  ) {}

  /** Sets the total balance by an adjustment; refused below what is on hold (design.md §3.2). */
  async setBalance(
    userId: string,
    body: SetBalanceBody,
    asking: RequestMeta,
  ): Promise<IdempotentResponse<AdminUserDto>> {
    const texts = this.transactions.prepareTexts({
      description: 'Balance adjustment',
      ...(body.reason ? { reason: body.reason } : {}),
    });
    const outcome = await this.ledger.submit({
      command: {
        type: 'AdjustBalance',
        transactionId: texts.transactionId,
        accountId: userId,
        balanceCents: amountCentsOf(body.accountBalance),
        textsDigest: texts.textsDigest,
      },
      context: asking.context,
      texts: texts.toStore,
      ...(asking.idempotency === undefined ? {} : { idempotency: asking.idempotency }),
    });
    receiptOrThrow(outcome);
    return new IdempotentResponse(await this.list.get(userId), outcome.ok && outcome.replayed);
  }
}
