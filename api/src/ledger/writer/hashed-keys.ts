import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import { keyId, type BatchState } from './batch-state.js';
import type { CommandContext, IdempotencyKey, Submission } from './submission.js';

/** Marks a stored key as an HMAC. */
const PREFIX = 'hmac:';

/** The prefix, followed by an HMAC-SHA-256 in base64url. */
const HASHED_KEY = /^hmac:[\w-]{43}$/;

interface Keyed {
  readonly context: Pick<CommandContext, 'actor'>;
  readonly idempotency: IdempotencyKey;
}

/**
 * Recognizes recorded idempotency keys, whether plain or as HMACs (docs/adr/0016). Writers store plain keys in the
 * tables. A log outside PostgreSQL keeps events forever, so it stores only HMACs of the keys. Keys that were restored
 * from such a log to the tables are also HMACs (LED-30).
 */
export class LogKeys {
  /** The current secret and earlier ones. */
  private readonly secrets: readonly KeyObject[];
  /** A key's HMACs, one per secret. Cached, because they are needed before and after the key's command is decided. */
  private readonly computed = new WeakMap<IdempotencyKey, readonly string[]>();

  /** `previous` holds the earlier secrets. */
  constructor(secret: Buffer, previous: readonly Buffer[] = []) {
    this.secrets = [secret, ...previous].map((one) => createSecretKey(one));
  }

  /** Returns a key as stored in a log outside PostgreSQL. */
  hashedFormOf(one: Keyed): IdempotencyKey {
    return this.hashedForm(one, 0);
  }

  /** Returns what to look up for submissions: each key in every form. */
  allFormsOf(submissions: readonly Submission[]): Keyed[] {
    return submissions.filter(isKeyed).flatMap(({ context, idempotency }) => [
      { context, idempotency },
      ...this.hashesOf({ context, idempotency }).map((key) => ({
        context,
        idempotency: { ...idempotency, key },
      })),
    ]);
  }

  /** If a key's record was found under one of its HMACs, adds the record under the plain key too. */
  unify({ idempotencyRecords }: Pick<BatchState, 'idempotencyRecords'>, submissions: readonly Submission[]) {
    for (const submission of submissions.filter(isKeyed)) {
      const { context, idempotency } = submission;
      const id = keyId(context.actor, idempotency.key);
      if (idempotencyRecords.has(id)) continue;
      for (const [index, hash] of this.hashesOf(submission).entries()) {
        const found = idempotencyRecords.get(keyId(context.actor, hash));
        if (found === undefined) continue;
        const isSame = found.fingerprint === this.hashedForm(submission, index).fingerprint;
        idempotencyRecords.set(id, { ...found, fingerprint: isSame ? idempotency.fingerprint : '' });
      }
    }
  }

  private hashedForm(one: Keyed, index: number): IdempotencyKey {
    const [key, secret] = [this.hashesOf(one)[index], this.secrets[index]];
    if (key === undefined || secret === undefined) throw new Error('there is no such secret');
    return {
      key,
      fingerprint: hmacOf(secret, 'fingerprint', one.context.actor, one.idempotency.fingerprint),
    };
  }

  private hashesOf({ context, idempotency }: Keyed): readonly string[] {
    let hashes = this.computed.get(idempotency);
    if (hashes === undefined) {
      hashes = this.secrets.map((secret) => hashedKey(secret, context.actor, idempotency.key));
      this.computed.set(idempotency, hashes);
    }
    return hashes;
  }
}

/** Whether any key is recorded as an HMAC. */
export async function hasHashedKeys(sql: Sql): Promise<boolean> {
  return (await sql.query(SELECT_HASHED)).length > 0;
}

/** Returns a recorded key as an HMAC, unchanged if it already is one. */
export function asHashedKey(secret: Buffer, { actor, key, fingerprint }: RecordedKey): IdempotencyKey {
  if (HASHED_KEY.test(key)) return { key, fingerprint };
  const current = createSecretKey(secret);
  return {
    key: hashedKey(current, actor, key),
    fingerprint: hmacOf(current, 'fingerprint', actor, fingerprint),
  };
}

type RecordedKey = IdempotencyKey & { readonly actor: string };

// The column has the collation "C", which compares bytes, and `;` is the byte after `:`. So the range contains exactly
// the keys with the prefix, and the primary key's index finds the first of them.
const SELECT_HASHED = `select from ledger_idempotency_key where key >= '${PREFIX}' and key < 'hmac;' limit 1`;

function isKeyed<T extends { readonly idempotency?: IdempotencyKey }>(
  one: T,
): one is T & { readonly idempotency: IdempotencyKey } {
  return one.idempotency !== undefined;
}

function hashedKey(secret: KeyObject, actor: string, key: string): string {
  return PREFIX + hmacOf(secret, 'key', actor, key);
}

/** The actor is part of the HMAC, so equal keys of two customers don't look equal. */
function hmacOf(secret: KeyObject, purpose: 'key' | 'fingerprint', actor: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${actor}\n${value}`).digest('base64url');
}
