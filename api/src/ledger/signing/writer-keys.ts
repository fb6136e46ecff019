import type { KeyObject } from 'node:crypto';
import { signingKeyId, parsePublicKey } from './signing-key.js';

/** A writer's public key, with the positions that it may sign. Kept outside the database (LED-21). */
export interface WriterKey {
  readonly id: string;
  /** In base64url. */
  readonly publicKey: string;
  /** The first position that the key signs. */
  readonly from: number;
  /** The last position that it may sign; null while it is in use. */
  readonly to: number | null;
}

/** A writer key's file is invalid, or the key is not allowed to sign. */
export class WriterKeyError extends Error {
  override name = 'WriterKeyError';
}

const TITLE = 'moniker ledger writer key 1';
const FILE = new RegExp(
  `^${TITLE}\\nkey (?<key>[\\w-]{43})\\nfrom (?<from>[1-9]\\d{0,14})\\n(?:to (?<to>[1-9]\\d{0,14})\\n)?$`,
);

/** Formats a key as the content of its file. */
export function formatWriterKey({ publicKey, from, to }: Omit<WriterKey, 'id'>): string {
  return `${TITLE}\nkey ${publicKey}\nfrom ${from}\n${to === null ? '' : `to ${to}\n`}`;
}

/**
 * Parses a key file's content. Tolerates other line endings and blank lines, because people edit these files.
 *
 * @throws WriterKeyError the text is not a key file
 */
export function parseWriterKey(text: string): WriterKey {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const { key, from, to } = FILE.exec(`${lines.filter((line) => line !== '').join('\n')}\n`)?.groups ?? {};
  if (key === undefined || from === undefined) {
    throw new WriterKeyError("isn't the key file of a writer");
  }
  return {
    id: signingKeyId(key),
    publicKey: key,
    from: Number(from),
    to: to === undefined ? null : Number(to),
  };
}

/** The keys that an auditor trusts, with the first position that must be signed. */
export interface TrustedWriters {
  readonly signedFrom: number;
  readonly keys: ReadonlyMap<string, WriterKey & { readonly verifyingKey: KeyObject }>;
}

/**
 * Combines key files. Returns null if there are none. Events from the lowest `from` on must be signed.
 *
 * @throws RangeError a key is not a public key
 * @throws WriterKeyError two files have the same key
 */
export function combineWriterKeys(keys: readonly WriterKey[]): TrustedWriters | null {
  if (keys.length === 0) return null;
  const byId = new Map(keys.map((key) => [key.id, { ...key, verifyingKey: parsePublicKey(key.publicKey) }]));
  if (byId.size < keys.length) throw new WriterKeyError('two files have the same key');
  return { signedFrom: Math.min(...keys.map(({ from }) => from)), keys: byId };
}
