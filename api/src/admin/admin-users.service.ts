import { Injectable } from '@nestjs/common';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { IdempotentResponse } from '../http/idempotency.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import {
  amountCentsOf,
  type RequestMeta,
  TransactionsService,
} from '../transactions/transactions.service.js';
import { AdminUserList } from './admin-user-list.service.js';
import type { AdminUserDto, SetBalanceBody } from './admin-user.dto.js';

/** Balance edits by admins. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly list: AdminUserList,
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionsService,
  ) {}

  /** Sets the total balance with one adjustment. The ledger refuses a balance below the held amount (ACC-8). */
  async setBalance(
    userId: string,
    body: SetBalanceBody,
    meta: RequestMeta,
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
      context: meta.context,
      texts: texts.toStore,
      ...(meta.idempotency === undefined ? {} : { idempotency: meta.idempotency }),
    });
    receiptOrThrow(outcome);
    return new IdempotentResponse(await this.list.get(userId), outcome.ok && outcome.replayed);
  }
}
