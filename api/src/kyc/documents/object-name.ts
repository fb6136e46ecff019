import { isUUID } from 'class-validator';

const PAGE = /^\.[1-9]\d{0,2}$/;

/** Returns a document's id, or throws: only ids become part of a path or key (FILE-10). */
export function assertId(id: string): string {
  if (!isUUID(id)) throw new Error('an object id must be a UUID');
  return id;
}

/** Returns the name of one of a document's files (`ObjectStore`), or throws. */
export function assertName(name: string): string {
  assertId(name.slice(0, ID_LENGTH));
  if (name.length > ID_LENGTH && !PAGE.test(name.slice(ID_LENGTH))) throw new Error('no such object name');
  return name;
}

const ID_LENGTH = 36;
