import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { isEmail } from 'class-validator';
import { HANDLE_PATTERN } from '@moniker/common/handle.js';
import { MAX_PERSON_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { hashPassword } from '../platform/crypto/passwords.js';
import { SessionsService } from '../identity/sessions/sessions.service.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { canGetMail } from '../http/email-key.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readConfig } from '../platform/config/config.js';
import { newId } from '../platform/crypto/new-id.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { PlatformModule } from '../platform/platform.module.js';
import { recordRoleChange, type RoleChange } from '../admin/team/record-role-change.js';
import { TeamMail } from '../admin/team/team-mail.service.js';
import { UsersModule } from '../identity/users/users.module.js';
import { UsersService } from '../identity/users/users.service.js';
import { operatorCommand } from './operator-command.js';
import { recordExistingDecisions } from './record-existing-decisions.js';

@Module({
  imports: [PlatformModule.forRoot(MIGRATIONS), LedgerModule, UsersModule, OutboxModule],
  providers: [SessionsService, TeamMail],
})
class CreateAdminModule {}

interface Options {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly moniker?: string;
  readonly promote?: boolean;
}

const OWNER = { isAdmin: true, adminRole: 'owner' } as const;

/**
 * Creates an owner, such as the first admin, or makes a registered user an owner. A promotion ends the user's sessions,
 * and all owners are told of it by email (SEC-42). A new owner's initial password is random and never shown. New owners
 * choose their own password with “Forgot password”. By entering the emailed code, they prove that the address is
 * theirs.
 *
 * @param args - the arguments after the program's name
 * @throws Error the command failed and changed nothing; the message says why in one line
 */
export async function runCreateAdmin(args: readonly string[]): Promise<void> {
  const program = operatorCommand(
    'create-admin',
    "Creates an owner, such as the bank's first admin, or makes a registered user an owner.",
  )
    .option('--first-name <name>', 'first name of a new owner')
    .option('--last-name <name>', 'last name of a new owner')
    .option('--moniker <moniker>', 'moniker of a new owner: 3-20 characters of a-z, 0-9 and _')
    .option('--promote', 'make a registered user an owner')
    .parse(args, { from: 'user' });
  const email = (program.args[0] ?? '').trim().toLowerCase();
  if (!isEmail(email) || !canGetMail(email)) throw new Error(`'${email}' isn't a valid email address`);
  const { publicUrl } = readConfig(process.env);
  const app = await NestFactory.createApplicationContext(CreateAdminModule, {
    abortOnError: false,
    logger: ['error', 'warn'],
  });
  try {
    const options = program.opts<Options>();
    const context = { actor: 'system', correlationId: newId() };
    const ledger = app.get(LedgerWriter);
    await recordExistingDecisions(ledger);
    await ledger.transaction(async (manager, submit) => {
      const users = app.get(UsersService);
      const known = await users.findByEmail(email, manager);
      if (options.promote === true) {
        if (known === null) throw new Error('nobody has registered with this address and verified it');
        if (!known.isEmailVerified) throw new Error("this address isn't verified yet");
        const change = ownerRole(known.id, 'Promoted by the operator');
        const owners = await users.findOwners(manager);
        await users.setRole(manager, known.id, OWNER);
        await app.get(SessionsService).endAllOf(manager, known.id);
        await app
          .get(TeamMail)
          .notify(manager, owners, { change, actor: null, member: known, proposer: null });
        return recordRoleChange(manager, submit, change, context);
      }
      if (known !== null)
        throw new Error('this address is already registered: use --promote to make the user an owner');
      const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
      const user = await users.create(manager, {
        email,
        phoneNumber: null,
        passwordHash,
        ...adminNames(options),
      });
      await users.setRole(manager, user.id, OWNER);
      receiptOrThrow(await submit({ command: { type: 'OpenAccount', accountId: user.id }, context }));
      await recordRoleChange(manager, submit, ownerRole(user.id, 'Created by the operator'), context);
    });
    console.log(
      options.promote === true
        ? `${email} is now an owner`
        : `${email} is now an owner. They choose their password at ${publicUrl}/forgot-password`,
    );
  } finally {
    await app.close();
  }
}

function ownerRole(userId: string, reason: string): RoleChange {
  return { userId, kind: 'granted', role: 'owner', reason, changedAt: new Date() };
}

function adminNames({ firstName, lastName, moniker }: Options) {
  if (moniker === undefined || !HANDLE_PATTERN.test(moniker)) {
    throw new Error('--moniker must be 3-20 characters of a-z, 0-9 and _');
  }
  return {
    firstName: personName(firstName, '--first-name'),
    lastName: personName(lastName, '--last-name'),
    moniker,
  };
}

function personName(value: string | undefined, option: string): string {
  const name = (value ?? '').trim();
  if (name === '' || name.length > MAX_PERSON_NAME_LENGTH)
    throw new Error(`${option} must be 1-${MAX_PERSON_NAME_LENGTH} characters`);
  return name;
}
