import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import { keyId, type BatchState } from './batch-state.js';
import type { CommandContext, IdempotencyKey, Submission } from './submission.js';

/** Marks a stored key as an HMAC. */
const PREFIX = 'hmac:';

/** An HMAC of SHA-256 in base64url behind the mark. */
const HASHED_KEY = /^hmac:[\w-]{43}$/;

interface Keyed {
  readonly context: Pick<CommandContext, 'actor'>;
  readonly idempotency: IdempotencyKey;
}

/** A key under the current secret and under earlier ones. */
interface Forms {
  readonly current: IdempotencyKey;
  readonly earlier: readonly IdempotencyKey[];
}

/**
 * Replaces idempotency keys and fingerprints by their HMACs, because a log outside PostgreSQL keeps them for ever
 * (docs/adr/0016). Keys that were recorded in another form, by a writer to PostgreSQL or under an earlier secret, are
 * still recognized.
 */
export class HashedKeys {
  private readonly secret: KeyObject;
  private readonly previous: readonly KeyObject[];
  /** The HMACs of each submission, because they are needed several times while it is decided. */
  private readonly computed = new WeakMap<Keyed, Forms>();

  /** `previous` are earlier secrets. */
  constructor(secret: Buffer, previous: readonly Buffer[] = []) {
    this.secret = createSecretKey(secret);
    this.previous = previous.map((one) => createSecretKey(one));
  }

  /** Returns the submission with its key in the form in which it is recorded. */
  hash(submission: Submission): Submission {
    return isKeyed(submission) ? { ...submission, idempotency: this.recordedForm(submission) } : submission;
  }

  /** Returns what to look up for submissions: each key in every form. */
  allFormsOf(submissions: readonly Submission[]): Keyed[] {
    return submissions
      .filter(isKeyed)
      .flatMap((one) => this.formsOf(one).map((idempotency) => ({ context: one.context, idempotency })));
  }

  /** Adds the records that were found in another form as records of the form in which keys are recorded. */
  unify({ idempotencyRecords }: Pick<BatchState, 'idempotencyRecords'>, submissions: readonly Submission[]) {
    for (const submission of submissions.filter(isKeyed)) {
      const { actor } = submission.context;
      const current = this.recordedForm(submission);
      const id = keyId(actor, current.key);
      if (idempotencyRecords.has(id)) continue;
      for (const { key, fingerprint } of this.formsOf(submission)) {
        const found = idempotencyRecords.get(keyId(actor, key));
        if (found === undefined) continue;
        const isSame = found.fingerprint === fingerprint;
        idempotencyRecords.set(id, { ...found, fingerprint: isSame ? current.fingerprint : '' });
      }
    }
  }

  protected recordedForm(one: Keyed): IdempotencyKey {
    return this.hashedFormsOf(one).current;
  }

  private formsOf(one: Keyed): IdempotencyKey[] {
    const { current, earlier } = this.hashedFormsOf(one);
    return [one.idempotency, current, ...earlier];
  }

  private hashedFormsOf(one: Keyed): Forms {
    let forms = this.computed.get(one);
    if (forms === undefined) {
      const earlier = this.previous.map((secret) => hashedKey(secret, one));
      forms = { current: hashedKey(this.secret, one), earlier };
      this.computed.set(one, forms);
    }
    return forms;
  }
}

/**
 * The keys of a writer to PostgreSQL, which records them as they are, in a database that has HMACs from a log outside
 * PostgreSQL (LED-30).
 */
export class PlainKeys extends HashedKeys {
  protected override recordedForm({ idempotency }: Keyed): IdempotencyKey {
    return idempotency;
  }
}

/** Whether keys were recorded as HMACs. */
export async function hasHashedKeys(sql: Sql): Promise<boolean> {
  return (await sql.query(SELECT_HASHED)).length > 0;
}

/** Returns a recorded key as an HMAC, which it may be already. */
export function asHashedKey(secret: Buffer, { actor, key, fingerprint }: RecordedKey): IdempotencyKey {
  if (HASHED_KEY.test(key)) return { key, fingerprint };
  return hashedKey(createSecretKey(secret), { context: { actor }, idempotency: { key, fingerprint } });
}

type RecordedKey = IdempotencyKey & { readonly actor: string };

// The column has the collation "C", so the primary key finds the first such key.
const SELECT_HASHED = `select from ledger_idempotency_key where key >= '${PREFIX}' and key < 'hmac;' limit 1`;

function isKeyed<T extends { readonly idempotency?: IdempotencyKey }>(
  one: T,
): one is T & { readonly idempotency: IdempotencyKey } {
  return one.idempotency !== undefined;
}

/** The actor is part of it, so that equal keys of two customers do not show as equal. */
function hashedKey(secret: KeyObject, { context: { actor }, idempotency }: Keyed): IdempotencyKey {
  const hmac = (purpose: string, value: string): string =>
    createHmac('sha256', secret).update(`${purpose}\n${actor}\n${value}`).digest('base64url');
  return {
    key: PREFIX + hmac('key', idempotency.key),
    fingerprint: hmac('fingerprint', idempotency.fingerprint),
  };
}
