import type { EntityManager } from 'typeorm';
import type { Secrets } from '../../platform/config/config.js';
import { ssnIndexOf } from './ssn.js';

/** The current secrets, followed by older ones. */
export type AllSecrets = readonly [Secrets, ...Secrets[]];

/**
 * Claims an SSN for a user (KYC-11). Returns false if another user has already claimed it, with the current key or an
 * older one. The claim contains only a keyed digest of the SSN.
 */
export async function claimIdentity(
  manager: EntityManager,
  userId: string,
  ssn: string,
  secrets: AllSecrets,
): Promise<boolean> {
  const indexes = indexesOf(ssn, secrets);
  await manager.query(
    'insert into identity_claim (ssn_index, user_id) values ($1, $2) on conflict (ssn_index) do nothing',
    [indexes[0], userId],
  );
  const others = await manager.query<unknown[]>(
    'select 1 from identity_claim where ssn_index = any($1::bytea[]) and user_id <> $2',
    [indexes, userId],
  );
  return others.length === 0;
}

/** Releases a user's claim to an SSN. If the SSN was someone else's, its owner can then apply. */
export async function releaseIdentity(
  manager: EntityManager,
  userId: string,
  ssn: string,
  secrets: AllSecrets,
): Promise<void> {
  await manager.query('delete from identity_claim where ssn_index = any($1::bytea[]) and user_id = $2', [
    indexesOf(ssn, secrets),
    userId,
  ]);
}

/** Moves an SSN's claim from an older key to the current one, for key rotation (SEC-11). */
export async function rekeyClaim(manager: EntityManager, ssn: string, secrets: AllSecrets): Promise<void> {
  const [current, ...older] = indexesOf(ssn, secrets);
  await manager.query(
    `insert into identity_claim (ssn_index, user_id)
       select $1, user_id from identity_claim where ssn_index = any($2::bytea[]) limit 1
     on conflict (ssn_index) do nothing`,
    [current, older],
  );
  await manager.query('delete from identity_claim where ssn_index = any($1::bytea[])', [older]);
}

/** Returns an SSN's digest with the current key. */
export function currentIndexOf(ssn: string, [{ ssnIndex }]: AllSecrets): Buffer {
  return ssnIndexOf(ssn, ssnIndex);
}

function indexesOf(ssn: string, secrets: AllSecrets): Buffer[] {
  return secrets.map(({ ssnIndex }) => ssnIndexOf(ssn, ssnIndex));
}
