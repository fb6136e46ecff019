import type { DataSource } from 'typeorm';
import { DEFAULT_ROUTING_NUMBER } from '@moniker/common/account-numbers.js';
import { numbersAudit } from '../kyc/account-requests/account-numbers.js';
import { hashPassword } from '../platform/crypto/passwords.js';
import { digestsOf, submissionAudit } from '../kyc/identity-checks/identity-digests.js';
import type { KycApplicationEntity } from '../kyc/identity-checks/kyc-application.entity.js';
import { ssnIndexOf } from '../kyc/identity-checks/ssn.js';
import type { AuditEvent } from '../ledger/domain/events.js';
import { digestTexts, newSalt, type TransactionTexts } from '../ledger/texts/transaction-texts.js';
import type { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { Submission } from '../ledger/writer/submission.js';
import type { Secrets } from '../platform/config/config.js';
import { newId } from '../platform/crypto/new-id.js';
import { seal } from '../platform/crypto/sealed-text.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { recordRoleChange } from '../admin/team/record-role-change.js';
import { bankDayOf } from '../platform/time/bank-day.js';
import { DEMO_PASSWORD, DEMO_USERS, type DemoAccount, type DemoStep, type DemoUser } from './demo-data.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const ACCOUNT_OPENED_DAYS_AGO = 34;

/** A clock that can be set to past days, so the demo's history has realistic dates. */
export interface DemoClock {
  now: () => Date;
  set: (moment: Date) => void;
}

export function createDemoClock(): DemoClock {
  let moment = new Date(0);
  return {
    now: () => moment,
    set: (next) => {
      moment = next;
    },
  };
}

interface SeedContext {
  readonly dataSource: DataSource;
  readonly ledger: LedgerWriter;
  readonly clock: DemoClock;
  readonly today: Date;
  readonly timeZone: string;
  readonly secrets: Secrets;
}

/** Seeds an empty database with the demo users and their history, through the real ledger writer. */
export async function seedDemo(seeding: SeedContext): Promise<void> {
  const ids = new Map<string, string>();
  seeding.clock.set(daysBefore(seeding.today, ACCOUNT_OPENED_DAYS_AGO));
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const user of DEMO_USERS) {
    const id = newId();
    ids.set(user.moniker, id);
    await addUser(seeding, user, id, passwordHash);
  }
  const adminId = ids.get('ada_admin');
  if (adminId === undefined) throw new Error('the demo has no admin');
  for (const user of DEMO_USERS) {
    const userId = ids.get(user.moniker);
    if (user.account === null || userId === undefined) continue;
    await approveApplication(seeding, { user, account: user.account, userId, adminId });
  }
  for (const { user, step } of stepsInOrder()) {
    seeding.clock.set(daysBefore(seeding.today, step.daysAgo));
    await recordStep(seeding, step, ids.get(user.moniker) ?? '', adminId);
  }
  // Skip emails about the seeded history.
  await seeding.dataSource.query(
    `update ledger_follower set position = head.position from ledger_head head
      where name = 'mail-from-ledger' and ledger_follower.position < head.position`,
  );
}

function daysBefore(today: Date, days: number): Date {
  return new Date(today.getTime() - days * DAY_MS);
}

function stepsInOrder(): { user: DemoUser; step: DemoStep }[] {
  return DEMO_USERS.flatMap((user) => user.history.map((step) => ({ user, step }))).sort(
    (a, b) => b.step.daysAgo - a.step.daysAgo,
  );
}

async function addUser(
  { ledger, clock }: SeedContext,
  user: DemoUser,
  id: string,
  passwordHash: string,
): Promise<void> {
  const { email, firstName, lastName, moniker, phoneNumber, isAdmin } = user;
  const adminRole = isAdmin ? 'owner' : null;
  const context = { actor: `user:${id}`, correlationId: newId() };
  await ledger.transaction(async (manager, submit) => {
    await manager.query(
      `insert into app_user (id, email, first_name, last_name, moniker, phone_number, password_hash, is_admin,
         admin_role, is_email_verified, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10)`,
      [id, email, firstName, lastName, moniker, phoneNumber, passwordHash, isAdmin, adminRole, clock.now()],
    );
    receiptOrThrow(await submit({ command: { type: 'OpenAccount', accountId: id }, context }));
    if (adminRole === null) return;
    const change = { userId: id, kind: 'granted', role: adminRole, reason: 'Demo data' } as const;
    const bank = { actor: 'system', correlationId: newId() };
    await recordRoleChange(manager, submit, { ...change, changedAt: clock.now() }, bank);
  });
}

interface DemoApplication {
  readonly user: DemoUser;
  readonly account: DemoAccount;
  readonly userId: string;
  readonly adminId: string;
}

/** Inserts an application's rows and audit events, including the approvals of the identity check and of the account. */
async function approveApplication(
  seeding: SeedContext,
  { user, account, userId, adminId }: DemoApplication,
): Promise<void> {
  const [accountRequestId, numberSalt] = [newId(), newSalt()];
  const { dataSource, ledger, clock, secrets } = seeding;
  const { type, companyName, street, city, state, zipCode, ssn } = account;
  const kyc: KycApplicationEntity = {
    ...{ id: newId(), userId, status: 'approved', accountType: type, revision: 1 },
    ...{ firstName: user.firstName, lastName: user.lastName, companyName, street, city, state, zipCode },
    ssnCiphertext: seal(ssn, secrets.ssnEncryption),
    ssnIndex: ssnIndexOf(ssn, secrets.ssnIndex),
    ...{ digestSalt: newSalt(), adminNotes: null, reviewedBy: adminId },
    ...{ submittedAt: clock.now(), reviewedAt: clock.now(), createdAt: clock.now() },
  };
  await insertApplication(dataSource, kyc);
  await dataSource.query(
    `insert into account_request (id, user_id, account_type, status, account_number, routing_number,
        number_salt, approved_at, created_at, decided_at, decided_by)
      values ($1, $2, $3, 'approved', $4, $5, $6, $7, $7, $7, $8)`,
    [
      accountRequestId,
      userId,
      type,
      account.number,
      DEFAULT_ROUTING_NUMBER,
      numberSalt,
      clock.now(),
      adminId,
    ],
  );
  const applied = { actor: `user:${userId}`, correlationId: newId() };
  receiptOrThrow(await ledger.submit(await submissionAudit(dataSource.manager, kyc, 'submission', applied)));
  const context = { actor: `user:${adminId}`, correlationId: newId() };
  const numbers = {
    ...{ id: accountRequestId, userId, numberSalt },
    ...{ accountNumber: account.number, routingNumber: DEFAULT_ROUTING_NUMBER },
  };
  const audits: { stream: string; event: AuditEvent }[] = [
    {
      stream: `kyc:${kyc.id}`,
      event: {
        type: 'KycApproved',
        payload: {
          ...{ kycId: kyc.id, userId, comparisons: [] },
          ...(await digestsOf(dataSource.manager, kyc)),
        },
      },
    },
    {
      stream: `account-request:${accountRequestId}`,
      event: { type: 'AccountRequestDecided', payload: { accountRequestId, userId, status: 'approved' } },
    },
  ];
  for (const audit of audits) {
    receiptOrThrow(await ledger.submit({ command: { type: 'RecordAudit', ...audit }, context }));
  }
  const assigned = { type: 'AccountNumberAssigned', origin: 'decision' } as const;
  receiptOrThrow(await ledger.submit(numbersAudit(numbers, assigned, context)));
}

/** Inserts an approved application with its claim to the SSN. */
async function insertApplication(dataSource: DataSource, kyc: KycApplicationEntity): Promise<void> {
  const { id, userId, accountType, firstName, lastName, companyName, street, city, state, zipCode } = kyc;
  await dataSource.query(
    `insert into kyc_application (id, user_id, status, account_type, first_name, last_name, company_name, street,
       city, state, zip_code, ssn_ciphertext, ssn_index, digest_salt, reviewed_by, submitted_at, reviewed_at, created_at)
     values ($1, $2, 'approved', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $15)`,
    [
      ...[id, userId, accountType, firstName, lastName, companyName, street, city, state, zipCode],
      ...[kyc.ssnCiphertext, kyc.ssnIndex, kyc.digestSalt, kyc.reviewedBy, kyc.createdAt],
    ],
  );
  await dataSource.query('insert into identity_claim (ssn_index, user_id) values ($1, $2)', [
    kyc.ssnIndex,
    userId,
  ]);
}

async function recordStep(
  seeding: SeedContext,
  step: DemoStep,
  userId: string,
  adminId: string,
): Promise<void> {
  const transactionId = newId();
  const salt = newSalt();
  const texts = stepTexts(step);
  const ids = { transactionId, accountId: userId, textsDigest: digestTexts(texts, salt) };
  const command = stepCommand(seeding, step, ids);
  const actor = `user:${step.kind === 'transfer' ? userId : adminId}`;
  const outcome = await seeding.ledger.submit({
    command,
    context: { actor, correlationId: newId() },
    texts: { kind: 'new', transactionId, salt, texts },
  });
  receiptOrThrow(outcome);
  const status = step.kind === 'transfer' ? step.decision : 'completed';
  receiptOrThrow(
    await seeding.ledger.submit({
      command: { type: 'ReviewTransaction', transactionId, status, notesDigest: null, shownAt: null },
      context: { actor: `user:${adminId}`, correlationId: newId() },
    }),
  );
}

function stepTexts(step: DemoStep): TransactionTexts {
  switch (step.kind) {
    case 'credit':
      return { description: step.description };
    case 'payment':
      return { description: step.description, paymentFor: step.description, fromAccount: step.from };
    case 'transfer':
      return {
        description: `Transfer to ${step.to}`,
        recipientName: step.to,
        recipientAccount: step.account,
        recipientRouting: DEFAULT_ROUTING_NUMBER,
        purpose: step.purpose,
      };
  }
}

function stepCommand(
  { clock, timeZone }: SeedContext,
  step: DemoStep,
  ids: { readonly transactionId: string; readonly accountId: string; readonly textsDigest: string },
): Submission['command'] {
  const common = { ...ids, amountCents: step.amountCents };
  switch (step.kind) {
    case 'credit':
      return { type: 'RecordCredit', ...common, category: null, status: 'completed' };
    case 'payment':
      return { type: 'CreateIncomingPayment', ...common, status: 'pending' };
    case 'transfer':
      return {
        type: 'RequestTransfer',
        ...common,
        category: step.category,
        bankDay: bankDayOf(clock.now(), timeZone),
      };
  }
}
