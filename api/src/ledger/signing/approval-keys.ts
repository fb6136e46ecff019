import type { SignedKey } from '@moniker/common/approval-texts.js';

/** The text is not a list of approval keys. */
export class ApprovalKeyError extends Error {
  override name = 'ApprovalKeyError';
}

const LINE = /^(?<user>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) [\w-]+ [\w-]+$/;

/** Formats a key as a line of the auditor's list: user id, credential id and public key. */
export function formatApprovalKey({ userId, credentialId, publicKey }: SignedKey): string {
  return `${userId} ${credentialId} ${publicKey}`;
}

/**
 * Parses a list of approval keys. Lines that start with `#` are comments.
 *
 * @throws ApprovalKeyError a line is not a key; the message has the line number
 */
export function parseApprovalKeys(text: string): ReadonlySet<string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const isKey = (line: string): boolean => line !== '' && !line.startsWith('#');
  const wrong = lines.findIndex((line) => isKey(line) && !LINE.test(line));
  if (wrong !== -1) throw new ApprovalKeyError(`line ${wrong + 1} isn't an approval key`);
  return new Set(lines.filter(isKey));
}
