import { SessionsService } from '../identity/sessions/sessions.service.js';
import { FactorsService } from '../identity/factors/factors.service.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { Outbox } from '../outbox/outbox.service.js';
import { changeUser } from './change-user.js';
import { operatorCommand } from './operator-command.js';

/**
 * Removes all second factors of a user who has lost them, and ends their sessions (AUTH-59). Records an event and
 * emails the user.
 *
 * @param args - the arguments after the program's name
 * @throws Error the command failed and changed nothing; the message says why in one line
 */
export async function runResetFactors(args: readonly string[]): Promise<void> {
  const program = operatorCommand(
    'reset-factors',
    'Removes all second factors of a user who has lost theirs, signs the user out everywhere, and notifies the user by email.',
  ).parse(args, { from: 'user' });
  const email = (program.args[0] ?? '').trim().toLowerCase();
  await changeUser(email, async ({ app, manager, submit, user: { id: userId }, context }) => {
    const factors = app.get(FactorsService);
    if ((await factors.methodsOf(userId, manager)).length === 0) {
      throw new Error('this user has no second factor');
    }
    await factors.deleteAllOf(manager, userId);
    await app.get(SessionsService).endAllOf(manager, userId);
    await app.get(Outbox).queue(manager, { template: 'factors-reset', userId });
    const event = { type: 'FactorsReset', payload: { userId } } as const;
    const command = { type: 'RecordAudit', stream: `user:${userId}`, event } as const;
    receiptOrThrow(await submit({ command, context }));
  });
  console.log(`${email} no longer has a second factor and is signed out everywhere`);
}
