import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/config/config.token.js';
import { AppError } from './app-error.js';

const INSERT = `insert into request_key (actor, key, fingerprint) values ($1, $2, $3)
  on conflict do nothing returning key`;
const SELECT = 'select fingerprint from request_key where actor = $1 and key = $2';

/** Idempotency keys of requests that change rows (ADM-42). Money commands pass their key to the ledger instead. */
@Injectable()
export class RequestKeys {
  /** The current secret, followed by older ones. */
  private readonly secrets: readonly [Buffer, ...Buffer[]];

  constructor(@Inject(CONFIG) { secrets, previousSecrets }: Config) {
    this.secrets = [secrets.requestKeys, ...previousSecrets.map(({ requestKeys }) => requestKeys)];
  }

  /**
   * Uses up a key unless it is already used up. Call this first in the transaction that changes the rows: the key
   * commits with them, and a parallel request with the same key waits until then.
   *
   * @returns whether an earlier request with the same key and content has committed; if so, the caller must change
   * nothing
   * @throws AppError IDEMPOTENCY_KEY_REUSED the key belongs to another request
   */
  async isRepeated(
    manager: EntityManager,
    { actor }: CommandContext,
    idempotency: IdempotencyKey | undefined,
  ): Promise<boolean> {
    if (idempotency === undefined) return false;
    const { key, fingerprint } = idempotency;
    const inserted = await manager.query<unknown[]>(INSERT, [
      actor,
      key,
      keyed(fingerprint, this.secrets[0]),
    ]);
    return inserted.length === 0 && this.isUsed(manager, { actor }, idempotency);
  }

  /**
   * Whether an earlier request with the same key and content has committed. Doesn't use up the key.
   *
   * @throws AppError IDEMPOTENCY_KEY_REUSED the key belongs to another request
   */
  async isUsed(
    manager: EntityManager,
    { actor }: Pick<CommandContext, 'actor'>,
    { key, fingerprint }: IdempotencyKey,
  ): Promise<boolean> {
    const [known] = await manager.query<{ fingerprint: string }[]>(SELECT, [actor, key]);
    if (known === undefined) return false;
    const isSame = this.secrets.some((secret) => keyed(fingerprint, secret) === known.fingerprint);
    if (!isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return true;
  }
}

/** Returns a fingerprint's keyed hash. The fingerprint alone would be enough to guess an SSN in the request's body. */
function keyed(fingerprint: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(fingerprint).digest('base64url');
}
