import { AccountFreezes } from '../identity/sessions/account-freezes.service.js';
import { changeUser } from './change-user.js';
import { operatorCommand } from './operator-command.js';

/**
 * Unfreezes a user, such as the last owner after they locked their own account (AUTH-62). Records an event and
 * emails the user.
 *
 * @param args - the arguments after the program's name
 * @throws Error the command failed and changed nothing; the message says why in one line
 */
export async function runUnfreezeUser(args: readonly string[]): Promise<void> {
  const program = operatorCommand(
    'unfreeze-user',
    'Unfreezes a user, such as the last owner after they locked their own account, and emails them.',
  ).parse(args, { from: 'user' });
  const email = (program.args[0] ?? '').trim().toLowerCase();
  await changeUser(email, async ({ app, manager, submit, user, context }) => {
    if (user.frozenAt === null) throw new Error("this user isn't frozen");
    await app.get(AccountFreezes).unfreeze(manager, submit, user.id, { reason: 'resolved', context });
  });
  console.log(`${email} is no longer frozen`);
}
