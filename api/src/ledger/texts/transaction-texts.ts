import { hash, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/crypto/new-id.js';

/**
 * A transaction's free-text fields, in the order in which they are digested. Add new fields at the end: the order is
 * part of the format (docs/ledger.md, section 8). The columns, list rows and responses are derived from this list and
 * the lists below.
 */
export const TEXT_FIELDS = [
  'description',
  'recipientName',
  'recipientAccount',
  'recipientRouting',
  'purpose',
  'paymentFor',
  'fromAccount',
  'fromRouting',
  'toAccount',
  'toRouting',
  'reason',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** The texts that a customer enters for a transfer, with the names of their CSV columns. */
export const TRANSFER_TEXTS = {
  recipientName: 'Recipient',
  recipientAccount: 'Recipient account',
  recipientRouting: 'Recipient routing',
  purpose: 'Purpose',
} as const satisfies Partial<Record<TextField, string>>;
export type TransferText = keyof typeof TRANSFER_TEXTS;
export const TRANSFER_TEXT_FIELDS = Object.keys(TRANSFER_TEXTS) as TransferText[];

/** The texts that a customer sees along with the description. Only admins see the reason for a balance edit. */
export type CustomerText = Exclude<TextField, 'description' | 'reason'>;
export const CUSTOMER_TEXT_FIELDS = TEXT_FIELDS.filter(
  (field) => field !== 'description' && field !== 'reason',
) satisfies readonly CustomerText[];

/**
 * A transaction's texts. They may identify a person, so they are stored outside the log and can be erased. The log
 * contains only their salted digest, which shows an auditor whether a text was changed (LED-8).
 */
export type TransactionTexts = Readonly<{ description: string } & Partial<Record<TextField, string>>>;

/** Texts to store outside the log (LED-8), with the salts of the digests that the command contains. */
export type TextsToStore =
  | {
      readonly kind: 'new';
      readonly transactionId: string;
      readonly salt: string;
      readonly texts: TransactionTexts;
      /** Notes have their own salt because they can be replaced; the texts cannot. */
      readonly notes?: { readonly text: string; readonly salt: string };
    }
  | {
      readonly kind: 'notes';
      readonly transactionId: string;
      readonly salt: string;
      readonly notes: string;
      /**
       * Why the transfer was declined, as shown to the customer (TRF-86). Absent if no reason was given, and in older
       * texts.
       */
      readonly customerReason?: string;
    };

/** Returns the columns of the given texts in the table `ledger_transaction_text`, whose alias must be `x`. */
export function textColumns<Field extends TextField>(
  fields: readonly Field[],
): Readonly<Record<Field, string>> {
  const columns = fields.map((field) => [field, `x.${columnName(field)}`]);
  return Object.fromEntries(columns) as Record<Field, string>;
}

const IS_FROM_CUSTOMER = "t.kind = 'incoming_payment' and t.pair_id is not null";

/** How a sentence refers to the sender of a payment if the sender's account has been deleted (TRF-70). */
export const FORMER_CUSTOMER = 'a former customer';

const SENDER = `coalesce('$' || (
      select s.moniker from ledger_transaction p join app_user s on s.id = p.account_id and s.deleted_at is null
        where p.transaction_id = t.pair_id), '${FORMER_CUSTOMER}')`;

/**
 * SQL for the texts to show for a transaction `t` whose stored texts are `x`. A payment from another customer has
 * no stored texts: it shows the sender's current moniker (TRF-70) and the purpose that the sender's transfer shares
 * with the recipient (TRF-162).
 */
export const SHOWN_TEXTS = {
  description: `case when ${IS_FROM_CUSTOMER} then 'Payment from ' || ${SENDER} else x.description end`,
  fromAccount: `case when ${IS_FROM_CUSTOMER} then ${SENDER} else x.from_account end`,
  paymentFor: `case when ${IS_FROM_CUSTOMER}
      then (select shared.payment_for from ledger_transaction_text shared where shared.transaction_id = t.pair_id)
    when t.kind <> 'transfer' then x.payment_for end`,
} as const;

function columnName(field: TextField): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Picks the given texts from a row or a request. */
export function pickTexts<Source, Field extends keyof Source & TextField>(
  source: Source,
  fields: readonly Field[],
): Pick<Source, Field> {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as unknown as Pick<Source, Field>;
}

/** Returns a salt of 122 random bits. A UUID, because Node's pooled generator is much cheaper than `randomBytes`. */
export function newSalt(): string {
  return randomUUID();
}

/** The number of fields in the first version of the format. Every digest covers them. */
const FIRST_FIELD_COUNT = 11;

/**
 * Returns the digest of a transaction's texts: SHA-256 over the salt, a line feed and the fields as a JSON array in a
 * fixed order.
 */
export function digestTexts(texts: TransactionTexts, salt: string): string {
  return digestFields(digestedTexts(texts, TEXT_FIELDS), salt);
}

/**
 * Returns the texts that a digest covers. A missing text is null. The fields of the first version are always included.
 * Later fields are included only up to the last one that has a text. So a new field doesn't change the digests of
 * transactions that don't have it.
 */
export function digestedTexts(
  texts: Readonly<Record<string, string | undefined>>,
  fields: readonly string[],
): (string | null)[] {
  const values = fields.map((field) => texts[field] ?? null);
  while (values.length > FIRST_FIELD_COUNT && values.at(-1) === null) values.pop();
  return values;
}

/**
 * Returns the digest of a transaction's notes, in the format of `digestTexts` but with one field, or with two if there
 * is a `customerReason`.
 */
export function digestNotes(notes: string, salt: string, customerReason?: string): string {
  return digestFields(customerReason === undefined ? [notes] : [notes, customerReason], salt);
}

/**
 * Returns the digest of any texts, in the format of `digestTexts`. The texts may identify a person, so the log contains
 * only the digest.
 */
export function digestFields(fields: readonly (string | null)[], salt: string): string {
  return hash('sha256', `${salt}\n${JSON.stringify(fields)}`, 'base64url');
}

/** Texts to store outside the log, with the digests that the event carries (LED-8). */
interface PreparedTexts {
  readonly transactionId: string;
  readonly textsDigest: string;
  /** Missing if there are no notes. */
  readonly notesDigest?: string;
  readonly toStore: TextsToStore;
}

/**
 * Creates salts and digests for a transaction's texts, and for its notes if there are any. Creates a transaction id if
 * none is given.
 */
export function prepareTexts(texts: TransactionTexts, notes = '', transactionId = newId()): PreparedTexts {
  const salt = newSalt();
  const textsDigest = digestTexts(texts, salt);
  const toStore = { kind: 'new', transactionId, salt, texts } as const;
  if (notes === '') return { transactionId, textsDigest, toStore };
  const notesSalt = newSalt();
  const notesDigest = digestNotes(notes, notesSalt);
  return {
    ...{ transactionId, textsDigest, notesDigest },
    toStore: { ...toStore, notes: { text: notes, salt: notesSalt } },
  };
}

/**
 * Erases the texts of all of an account's transactions, in the caller's transaction. The log keeps their salted
 * digests, which reveal nothing without the salts (LED-8).
 */
export async function eraseTextsOfAccount(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query(
    `delete from ledger_transaction_text
      where transaction_id in (select transaction_id from ledger_transaction where account_id = $1)`,
    [accountId],
  );
}
