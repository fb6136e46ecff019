import { hash, randomUUID } from 'node:crypto';

/**
 * What people wrote about a transaction. It may identify someone, so it is kept beside the log, where it can
 * be erased; the log holds only a salted digest, with which an auditor can tell that a text was changed.
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

/** 122 random bits. Node draws UUIDs from a pool, which for one salt a transfer is clearly cheaper. */
export function newSalt(): string {
  return randomUUID();
}

/** Digest of a transaction's texts: SHA-256 over the salt and the JSON array of the fields in fixed order. */
export function digestTexts(texts: TransactionTexts, salt: string): string {
  return digest(salt, JSON.stringify(TEXT_FIELDS.map((field) => texts[field] ?? null)));
}

export function digestNotes(notes: string, salt: string): string {
  return digest(salt, JSON.stringify([notes]));
}

function digest(salt: string, json: string): string {
  return hash('sha256', `${salt}\n${json}`, 'base64url');
}
