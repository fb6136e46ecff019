import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';

/** Maximum number of links that a user gets within the lifetime of one link. */
const MAX_LINKS = 30;
const MAX_OBJECTS = 20;
const MAX_BYTES = 60 * 1024 * 1024;

interface Uploader {
  readonly userId: string;
  readonly now: Date;
}

interface NewLink extends Uploader {
  /** Size of the file, if it was announced. */
  readonly bytes: number | undefined;
  readonly linkValidMs: number;
}

/**
 * Checks the quotas for one more link (FILE-7). Locks the user until the caller's transaction ends.
 *
 * @throws AppError UPLOAD_QUOTA_EXCEEDED or TOO_MANY_REQUESTS
 */
export async function assertLinkAllowed(
  manager: EntityManager,
  { userId, now, bytes: more = 1, linkValidMs }: NewLink,
): Promise<void> {
  await lockUser(manager, userId);
  await assertLinkRate(manager, { userId, now, linkValidMs });
  const { live, bytes } = await quotaUsage(manager, userId, now);
  if (live >= MAX_OBJECTS || bytes + more > MAX_BYTES) throw new AppError('UPLOAD_QUOTA_EXCEEDED');
}

/**
 * Checks the quota for a file of `bytes` bytes that is about to arrive. Locks the user until the caller's transaction
 * ends.
 *
 * @throws AppError UPLOAD_QUOTA_EXCEEDED
 */
export async function assertStorageAvailable(
  manager: EntityManager,
  { userId, now, bytes: more }: Uploader & { readonly bytes: number },
): Promise<void> {
  await lockUser(manager, userId);
  const { bytes } = await quotaUsage(manager, userId, now);
  if (bytes + more > MAX_BYTES) throw new AppError('UPLOAD_QUOTA_EXCEEDED');
}

/** Locks a user's row, so that only one transaction at a time counts the user's files and adds a file. */
async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select 1 from app_user where id = $1 for no key update', [userId]);
}

/** Limits a user's links, including those of rejected uploads, which have used resources too. */
async function assertLinkRate(
  manager: EntityManager,
  { userId, now, linkValidMs }: Omit<NewLink, 'bytes'>,
): Promise<void> {
  const since = new Date(now.getTime() - linkValidMs);
  const [blocking] = await manager.query<{ createdAt: Date }[]>(
    `select created_at as "createdAt" from stored_object where user_id = $1 and created_at > $2
      order by created_at desc offset $3 limit 1`,
    [userId, since, MAX_LINKS - 1],
  );
  if (blocking === undefined) return;
  const waitMs = blocking.createdAt.getTime() + linkValidMs - now.getTime();
  throw new AppError('TOO_MANY_REQUESTS', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/**
 * Returns the number and total size of a user's files that belong to no application. Counts valid links too, because
 * a file may still arrive. Files in applications don't count, because reviewers may ask for any number of them.
 */
async function quotaUsage(
  manager: EntityManager,
  userId: string,
  now: Date,
): Promise<{ live: number; bytes: number }> {
  const rows = await manager.query<{ live: number; bytes: number }[]>(
    `select count(*) as live, coalesce(sum(bytes), 0)::bigint as bytes from stored_object
      where user_id = $1 and (status = 'stored' or (status = 'issued' and expires_at > $2))`,
    [userId, now],
  );
  return rows[0] ?? { live: 0, bytes: 0 };
}
