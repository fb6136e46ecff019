import { type EntityManager, MoreThan } from 'typeorm';
import { AppError } from '../platform/http/app-error.js';
import { StoredObjectEntity } from './stored-object.entity.js';

/** Links that one person may ask for within the time that one is valid. */
const MAX_LINKS = 30;
const MAX_OBJECTS = 20;
const MAX_BYTES = 60 * 1024 * 1024;

interface Uploader {
  readonly userId: string;
  readonly now: Date;
}

/**
 * Counts what a person has, alone until the caller's transaction ends. Throws UPLOAD_QUOTA_EXCEEDED and
 * TOO_MANY_REQUESTS where there is no room for one more link.
 */
export async function assertLinkAllowed(
  manager: EntityManager,
  { userId, now, linkValidMs }: Uploader & { readonly linkValidMs: number },
): Promise<void> {
  await lockUser(manager, userId);
  await assertLinkRate(manager, { userId, now, linkValidMs });
  const { live, bytes } = await usageOf(manager, userId, now);
  if (live >= MAX_OBJECTS || bytes >= MAX_BYTES) throw new AppError('UPLOAD_QUOTA_EXCEEDED');
}

/** The same for a file of so many bytes that has arrived. */
export async function assertStorageAvailable(
  manager: EntityManager,
  { userId, now, bytes: more }: Uploader & { readonly bytes: number },
): Promise<void> {
  await lockUser(manager, userId);
  const { bytes } = await usageOf(manager, userId, now);
  if (bytes + more > MAX_BYTES) throw new AppError('UPLOAD_QUOTA_EXCEEDED');
}

/** Whoever counts what a person has and adds to it does so alone. */
async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select 1 from app_user where id = $1 for no key update', [userId]);
}

/** Refused uploads count as well: what they cost is spent. */
async function assertLinkRate(
  manager: EntityManager,
  { userId, now, linkValidMs }: Uploader & { readonly linkValidMs: number },
): Promise<void> {
  const since = new Date(now.getTime() - linkValidMs);
  const [blocking] = await manager.find(StoredObjectEntity, {
    where: { userId, createdAt: MoreThan(since) },
    order: { createdAt: 'DESC' },
    skip: MAX_LINKS - 1,
    take: 1,
  });
  if (blocking === undefined) return;
  const waitMs = blocking.createdAt.getTime() + linkValidMs - now.getTime();
  throw new AppError('TOO_MANY_REQUESTS', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** What a person has here: files, and links that may still bring one. */
async function usageOf(
  manager: EntityManager,
  userId: string,
  now: Date,
): Promise<{ live: number; bytes: number }> {
  const rows = await manager.query<{ live: number; bytes: number }[]>(
    `select count(*) as live, coalesce(sum(bytes), 0)::bigint as bytes from stored_object
      where user_id = $1 and (status in ('stored', 'attached') or (status = 'issued' and expires_at > $2))`,
    [userId, now],
  );
  return rows[0] ?? { live: 0, bytes: 0 };
}
