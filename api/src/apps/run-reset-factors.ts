import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command } from 'commander';
import { SessionsService } from '../auth/sessions.service.js';
import { FactorsModule } from '../factors/factors.module.js';
import { FactorsService } from '../factors/factors.service.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { MailModule } from '../mail/mail.module.js';
import { MailService } from '../mail/mail.service.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { newId } from '../platform/crypto/new-id.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { PlatformModule } from '../platform/platform.module.js';
import { UsersModule } from '../users/users.module.js';
import { UsersService } from '../users/users.service.js';

@Module({
  imports: [PlatformModule.forRoot(MIGRATIONS), LedgerModule, UsersModule, MailModule, FactorsModule],
  providers: [SessionsService],
})
class ResetFactorsModule {}

/**
 * Removes all second factors of a user who has lost them, and ends their sessions (AUTH-59). An event records it, and a
 * mail tells the user.
 *
 * @param args - the arguments after the program's name
 * @throws Error why nothing has changed, in one line
 */
export async function runResetFactors(args: readonly string[]): Promise<void> {
  const program = new Command('reset-factors').argument('<email>').parse(args, { from: 'user' });
  const email = (program.args[0] ?? '').trim().toLowerCase();
  const app = await NestFactory.createApplicationContext(ResetFactorsModule, {
    abortOnError: false,
    logger: ['error', 'warn'],
  });
  try {
    await app.get(LedgerWriter).transaction(async (manager, submit) => {
      const user = await app.get(UsersService).findByEmail(email, manager);
      if (user === null) throw new Error('no user has this address');
      const { id: userId } = await app.get(UsersService).lock(manager, user.id);
      const factors = app.get(FactorsService);
      if ((await factors.methodsOf(userId, manager)).length === 0) {
        throw new Error('this user has no second factor');
      }
      await factors.deleteAllOf(manager, userId);
      await app.get(SessionsService).endAllOf(manager, userId);
      await app.get(MailService).queue(manager, { template: 'factors-reset', userId });
      const outcome = await submit({
        command: {
          type: 'RecordAudit',
          stream: `user:${userId}`,
          event: { type: 'FactorsReset', payload: { userId } },
        },
        context: { actor: 'system', correlationId: newId() },
      });
      receiptOrThrow(outcome);
    });
    console.log(`${email} has no second factor now and is signed out everywhere`);
  } finally {
    await app.close();
  }
}
