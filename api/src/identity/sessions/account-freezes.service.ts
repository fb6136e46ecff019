import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { receiptOrThrow } from '../../http/refusal-error.js';
import type { CommandContext, SubmitWithRows } from '../../ledger/writer/submission.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { UsersService } from '../users/users.service.js';
import { SessionsService } from './sessions.service.js';

interface Freeze {
  /** One of a fixed list. The event stores the reason, and free text could name a person. */
  readonly reason: string;
  readonly signIn: 'allowed' | 'blocked';
  readonly mail: 'account-frozen' | 'account-frozen-for-sending' | 'account-locked';
}

/**
 * Freezes and unfreezes accounts (ADM-60). Both methods change the user's row, email the user and record an event, in
 * the caller's transaction. A freeze also ends the user's sessions. The caller must have locked the user's row.
 */
@Injectable()
export class AccountFreezes {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: Outbox,
  ) {}

  async freeze(
    manager: EntityManager,
    submit: SubmitWithRows,
    userId: string,
    { reason, signIn, mail, context }: Freeze & { readonly context: CommandContext },
  ): Promise<void> {
    await this.users.freeze(manager, userId, { isSignInBlocked: signIn === 'blocked' });
    await this.sessions.endAllOf(manager, userId);
    await this.mail.queue(manager, { template: mail, userId });
    const command = { type: 'FreezeAccount', accountId: userId, reason, signIn } as const;
    receiptOrThrow(await submit({ command, context }));
  }

  async unfreeze(
    manager: EntityManager,
    submit: SubmitWithRows,
    userId: string,
    { reason, context }: { readonly reason: string; readonly context: CommandContext },
  ): Promise<void> {
    await this.users.unfreeze(manager, userId);
    await this.mail.queue(manager, { template: 'account-unfrozen', userId });
    const command = { type: 'UnfreezeAccount', accountId: userId, reason } as const;
    receiptOrThrow(await submit({ command, context }));
  }
}
