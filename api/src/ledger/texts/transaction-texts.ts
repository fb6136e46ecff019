import { hash, randomUUID } from 'node:crypto';

/**
 * The free texts of a transaction. They may identify a person, so they are stored outside the log and can be erased.
 * The log contains only their salted digest, which shows an auditor whether a text was changed (LED-8).
 */
export interface TransactionTexts {
  readonly description: string;
  readonly recipientName?: string;
  readonly recipientAccount?: string;
  readonly recipientRouting?: string;
  readonly purpose?: string;
  readonly paymentFor?: string;
  readonly fromAccount?: string;
  readonly fromRouting?: string;
  readonly toAccount?: string;
  readonly toRouting?: string;
  readonly reason?: string;
}

/** Texts to store outside the log (LED-8), with the salts of the digests in the command. */
export type TextsToStore =
  | {
      readonly kind: 'new';
      readonly transactionId: string;
      readonly salt: string;
      readonly texts: TransactionTexts;
      /** Notes have their own salt because they can be replaced; the texts cannot. */
      readonly notes?: { readonly text: string; readonly salt: string };
    }
  | { readonly kind: 'notes'; readonly transactionId: string; readonly salt: string; readonly notes: string };

const TEXT_FIELDS = [
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
] as const satisfies readonly (keyof TransactionTexts)[];

/** Returns a salt of 122 random bits. A UUID, because Node's pooled generator is much cheaper than `randomBytes`. */
export function newSalt(): string {
  return randomUUID();
}

/**
 * Returns the digest of a transaction's texts: SHA-256 over the salt, a line feed and the fields as a JSON array in
 * fixed order.
 */
export function digestTexts(texts: TransactionTexts, salt: string): string {
  return digest(salt, JSON.stringify(TEXT_FIELDS.map((field) => texts[field] ?? null)));
}

/** Returns the digest of a transaction's notes, in the same format with one field. */
export function digestNotes(notes: string, salt: string): string {
  return digest(salt, JSON.stringify([notes]));
}

function digest(salt: string, json: string): string {
  return hash('sha256', `${salt}\n${json}`, 'base64url');
}
