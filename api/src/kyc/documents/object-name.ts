import { isUUID } from 'class-validator';

const PAGE = /^\.[1-9]\d{0,2}$/;

/**
 * Checks that an id is a UUID, so it is safe as part of a path or key (FILE-10). Returns the id unchanged.
 *
 * @throws Error `id` is not a UUID
 */
export function assertId(id: string): string {
  if (!isUUID(id)) throw new Error('an object id must be a UUID');
  return id;
}

/**
 * Checks the name of a stored object. Returns the name unchanged.
 *
 * @throws Error `name` cannot be the name of a document's file (see `ObjectStore`)
 */
export function assertName(name: string): string {
  assertId(name.slice(0, ID_LENGTH));
  if (name.length > ID_LENGTH && !PAGE.test(name.slice(ID_LENGTH)))
    throw new Error('not a valid object name');
  return name;
}

const ID_LENGTH = 36;
