import { createHmac } from 'node:crypto';
import { keyId, type BatchState } from './batch-state.js';
import type { CommandContext, IdempotencyKey, Submission } from './submission.js';

/** Marks a stored key as an HMAC. */
const PREFIX = 'hmac:';

interface Keyed {
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey;
}

/**
 * Replaces idempotency keys and fingerprints by their HMACs, because a log outside PostgreSQL keeps them for ever
 * (docs/adr/0016). Keys that were recorded in another form, by a writer to PostgreSQL or under an earlier secret, are
 * still recognized.
 */
export class HashedKeys {
  /** `previous` are earlier secrets. */
  constructor(
    private readonly secret: Buffer,
    private readonly previous: readonly Buffer[] = [],
  ) {}

  hash(submission: Submission): Submission {
    return isKeyed(submission)
      ? { ...submission, idempotency: hashedKey(this.secret, submission) }
      : submission;
  }

  /** Returns what to look up for submissions: each key in every form. */
  allFormsOf(submissions: readonly Submission[]): Keyed[] {
    const keyed = submissions.filter(isKeyed);
    const secrets = [this.secret, ...this.previous];
    return keyed.flatMap((one) => [
      { context: one.context, idempotency: one.idempotency },
      ...secrets.map((secret) => ({ context: one.context, idempotency: hashedKey(secret, one) })),
    ]);
  }

  /** Adds the records that were found in another form as records of the hashed key. */
  unify({ idempotencyRecords }: Pick<BatchState, 'idempotencyRecords'>, submissions: readonly Submission[]) {
    for (const submission of submissions.filter(isKeyed)) {
      const { actor } = submission.context;
      const current = hashedKey(this.secret, submission);
      const id = keyId(actor, current.key);
      if (idempotencyRecords.has(id)) continue;
      const others = [submission.idempotency, ...this.previous.map((one) => hashedKey(one, submission))];
      for (const { key, fingerprint } of others) {
        const found = idempotencyRecords.get(keyId(actor, key));
        if (found === undefined) continue;
        const isSame = found.fingerprint === fingerprint;
        idempotencyRecords.set(id, { ...found, fingerprint: isSame ? current.fingerprint : '' });
      }
    }
  }
}

function isKeyed<T extends { readonly idempotency?: IdempotencyKey }>(
  one: T,
): one is T & { readonly idempotency: IdempotencyKey } {
  return one.idempotency !== undefined;
}

/** The actor is part of it, so that equal keys of two customers do not show as equal. */
function hashedKey(secret: Buffer, { context: { actor }, idempotency }: Keyed): IdempotencyKey {
  const hmac = (purpose: string, value: string): string =>
    createHmac('sha256', secret).update(`${purpose}\n${actor}\n${value}`).digest('base64url');
  return {
    key: PREFIX + hmac('key', idempotency.key),
    fingerprint: hmac('fingerprint', idempotency.fingerprint),
  };
}
