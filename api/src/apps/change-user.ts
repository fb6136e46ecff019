import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { AccountFreezes } from '../identity/sessions/account-freezes.service.js';
import { SessionsService } from '../identity/sessions/sessions.service.js';
import { FactorsModule } from '../identity/factors/factors.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { CommandContext, SubmitWithRows } from '../ledger/writer/submission.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readConfig } from '../platform/config/config.js';
import { newId } from '../platform/crypto/new-id.js';
import { PlatformModule } from '../platform/platform.module.js';
import { UsersModule } from '../identity/users/users.module.js';
import { type UserEntity, UsersService } from '../identity/users/users.service.js';

@Module({
  imports: [PlatformModule.forRoot(MIGRATIONS), LedgerModule, UsersModule, OutboxModule, FactorsModule],
  providers: [SessionsService, AccountFreezes],
})
class ChangeUserModule {}

/** Context for an operator's change to a user, in one transaction. */
export interface UserChange {
  readonly app: INestApplicationContext;
  readonly manager: EntityManager;
  readonly submit: SubmitWithRows;
  /** The locked row. */
  readonly user: UserEntity;
  readonly context: CommandContext;
}

/**
 * Changes the user with the given email address, for an operator.
 *
 * @throws Error nothing was changed; the message says why in one line
 */
export async function changeUser(
  email: string,
  change: (change: UserChange) => Promise<void>,
): Promise<void> {
  // Reports missing settings in one line. Nest would add a stack trace.
  readConfig(process.env);
  const app = await NestFactory.createApplicationContext(ChangeUserModule, {
    abortOnError: false,
    logger: ['error', 'warn'],
  });
  try {
    const users = app.get(UsersService);
    await app.get(LedgerWriter).transaction(async (manager, submit) => {
      const found = await users.findByEmail(email, manager);
      if (found === null) throw new Error('no user has this address');
      const user = await users.lock(manager, found.id);
      const context = { actor: 'system', correlationId: newId() };
      await change({ app, manager, submit, user, context });
    });
  } finally {
    await app.close();
  }
}
