import { randomUUID } from 'node:crypto';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import { digestTexts, newSalt, type TransactionTexts } from '../../src/ledger/texts/transaction-texts.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Submission } from '../../src/ledger/writer/submission.js';
import type { Connection } from '../connection.js';
import { randomNumbers } from '../transfer-source.js';

/** The size of the bank to seed. */
export interface BankSize {
  readonly users: number;
  readonly events: number;
}

/** Values that all rows of users and applications share. */
export interface SharedColumns {
  readonly passwordHash: string;
  readonly ssnCiphertext: Buffer;
}

export const ADMIN_EMAIL = 'admin@large.example';
const MAX_IN_FLIGHT = 1_500;
const NAMES = ['Ada', 'Björn', 'Chandra', 'Dolores', 'Eno', 'Farah', 'Goran', 'Hanna', 'Ines', 'Jonas'];
const SURNAMES = [
  'Lindqvist',
  'Okafor',
  'Rao',
  'Whitfield',
  'Park',
  'Moreno',
  'Tanaka',
  'Schmidt',
  'Silva',
  'Nguyen',
];
const STATUSES: readonly TransactionStatus[] = [
  'completed',
  'completed',
  'completed',
  'failed',
  'processing',
  'cancelled',
];

/**
 * Adds many customers to an empty database, and writes a long log with the real writer. The first user is the admin
 * `admin@large.example`. Returns the ids of the users.
 */
export async function seedLargeBank(
  connection: Connection,
  writer: LedgerWriter,
  { users, events }: BankSize,
  shared: SharedColumns,
  onProgress: (events: number) => void,
): Promise<string[]> {
  const ids = Array.from({ length: users }, () => randomUUID());
  await insertUsers(connection, ids, shared);
  await writeHistory(writer, ids, events, onProgress);
  await connection.run('vacuum analyze');
  return ids;
}

/** Writes about `events` events for the accounts of these customers. */
export async function writeHistory(
  writer: LedgerWriter,
  customerIds: readonly string[],
  events: number,
  onProgress: (events: number) => void,
): Promise<void> {
  const submitter = new Submitter(writer, onProgress);
  for (const submission of generateHistory(customerIds, events)) await submitter.submit(submission);
  await submitter.drain();
}

async function insertUsers(
  connection: Connection,
  ids: readonly string[],
  shared: SharedColumns,
): Promise<void> {
  await connection.rows(
    `insert into app_user (id, email, first_name, last_name, moniker, phone_number, password_hash, is_admin,
       is_email_verified, created_at)
     select id, case n when 1 then '${ADMIN_EMAIL}' else 'user' || n || '@large.example' end,
       ($2::text[])[1 + n % 10], ($3::text[])[1 + (n / 10) % 10], 'user_' || n, '+1415' || lpad(n::text, 7, '0'), $4,
       n = 1, n % 20 <> 0, now() - make_interval(secs => 300 * ($5 - n))
     from unnest($1::uuid[]) with ordinality as input (id, n)`,
    [ids, NAMES, SURNAMES, shared.passwordHash, ids.length],
  );
  await connection.rows(
    `insert into kyc_application (id, user_id, status, account_type, first_name, last_name, street, city, state,
       zip_code, ssn_ciphertext, submitted_at, created_at)
     select gen_random_uuid(), id, (array['approved', 'approved', 'pending', 'rejected'])[1 + abs(hashtext(id::text)) % 4],
       'personal', first_name, last_name, '1 Main Street', 'San Francisco', 'CA', '94105', $1, created_at, created_at
     from app_user where abs(hashtext(email)) % 10 < 7`,
    [shared.ssnCiphertext],
  );
  await connection.rows(
    `insert into account_request (id, user_id, account_type, status, account_number, routing_number, approved_at, created_at)
     select gen_random_uuid(), user_id, 'personal', case status when 'rejected' then 'rejected' when 'pending' then 'pending'
         else 'approved' end,
       case status when 'approved' then (100000000 + row_number() over (order by created_at))::text end,
       case status when 'approved' then '021000021' end, case status when 'approved' then created_at end, created_at
     from kyc_application`,
  );
  await connection.rows(
    `insert into chat_message (id, user_id, is_from_user, message, created_at)
     select gen_random_uuid(), id, n % 2 = 1, 'Message number ' || n, created_at + make_interval(mins => n)
     from app_user, generate_series(1, 4) as n where abs(hashtext(moniker)) % 5 = 0`,
  );
  await connection.rows(
    `insert into chat_conversation (user_id, last_message_id, last_message_at, unread_count)
     select distinct on (user_id) user_id, id, created_at, 2 from chat_message order by user_id, id desc`,
  );
}

/** Yields commands that open and fund each account, followed by random transfers, incoming payments and reviews. */
function* generateHistory(ids: readonly string[], events: number): Generator<Submission> {
  const [admin = ''] = ids;
  let count = 0;
  for (const accountId of ids) {
    yield createSubmission({ type: 'OpenAccount', accountId }, accountId);
    yield createSubmissionWithTexts(
      (transaction) => ({ ...credit(accountId, 500_000), ...transaction }),
      accountId,
      { description: 'Opening credit' },
    );
    count += 2;
  }
  const random = randomNumbers(7);
  const any = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const open: string[] = [];
  while (count < events) {
    const reviewed = open.length > MAX_IN_FLIGHT * 2 && random() < 0.45 ? open.shift() : undefined;
    if (reviewed !== undefined) {
      yield createSubmission(review(reviewed, any(STATUSES)), admin);
    } else {
      const accountId = any(ids);
      const planned = random() < 0.8 ? transfer(accountId, random) : payment(accountId, random);
      const next = createSubmissionWithTexts(
        (transaction) => ({ ...planned.command, ...transaction }),
        accountId,
        planned.texts,
      );
      if ('transactionId' in next.command) open.push(next.command.transactionId);
      yield next;
    }
    count += 1;
  }
}

type CommandWithoutTexts<T> = T extends LedgerCommand ? Omit<T, 'transactionId' | 'textsDigest'> : never;
interface PlannedCommand {
  readonly command: CommandWithoutTexts<Extract<LedgerCommand, { textsDigest: string }>>;
  readonly texts: TransactionTexts;
}

function credit(accountId: string, amountCents: number) {
  return { type: 'RecordCredit', accountId, amountCents, category: null, status: 'completed' } as const;
}

function transfer(accountId: string, random: () => number): PlannedCommand {
  const amountCents = 100 + Math.floor(random() * 4_000);
  const bankDay = `2026-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-15`;
  return {
    command: { type: 'RequestTransfer', accountId, amountCents, category: 'bills', bankDay },
    texts: {
      description: 'Transfer to Corner Greens',
      recipientName: 'Corner Greens',
      purpose: 'Grocery box',
    },
  };
}

function payment(accountId: string, random: () => number): PlannedCommand {
  const amountCents = 100 + Math.floor(random() * 100_000);
  return {
    command: { type: 'CreateIncomingPayment', accountId, amountCents, status: 'pending' },
    texts: { description: 'Incoming Payment', paymentFor: 'Invoice', fromAccount: 'External Account' },
  };
}

function review(transactionId: string, status: TransactionStatus): LedgerCommand {
  return { type: 'ReviewTransaction', transactionId, status, notesDigest: null, shownAt: null };
}

function createSubmission(command: LedgerCommand, customerId: string): Submission {
  return { command, context: { actor: `user:${customerId}`, correlationId: randomUUID() } };
}

function createSubmissionWithTexts(
  commandOf: (transaction: { transactionId: string; textsDigest: string }) => LedgerCommand,
  customerId: string,
  texts: TransactionTexts,
): Submission {
  const [transactionId, salt] = [randomUUID(), newSalt()];
  const command = commandOf({ transactionId, textsDigest: digestTexts(texts, salt) });
  return { ...createSubmission(command, customerId), texts: { kind: 'new', transactionId, salt, texts } };
}

/**
 * Keeps the writer busy without filling its queue. Ignores refusals, because some random commands exceed a limit or a
 * balance.
 */
class Submitter {
  private readonly inFlight = new Set<Promise<void>>();
  private accepted = 0;

  constructor(
    private readonly writer: LedgerWriter,
    private readonly onProgress: (events: number) => void,
  ) {}

  async submit(submission: Submission): Promise<void> {
    const written = this.writer.submit(submission).then(({ ok }) => {
      if (ok) this.accepted += 1;
      if (ok && this.accepted % 50_000 === 0) this.onProgress(this.accepted);
      this.inFlight.delete(written);
    });
    this.inFlight.add(written);
    if (this.inFlight.size >= MAX_IN_FLIGHT) await Promise.race(this.inFlight);
  }

  async drain(): Promise<void> {
    await Promise.all(this.inFlight);
  }
}
