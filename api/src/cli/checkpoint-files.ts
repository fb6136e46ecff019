import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  ApprovalKeyError,
  parseApprovalKeys,
  readTrustedWriters,
  WriterKeyError,
  type TrustedWriters,
} from '../ledger/audit/ledger-audit.js';
import {
  ACCESS_HEADS_FOLDER,
  type CheckpointNote,
  CheckpointVerifier,
  type SignedAccessHead,
} from '../ledger/proof/checkpoints.js';
import { errorMessage } from '../platform/logs/error-message.js';
import { CannotCheckError, unreadable } from './exit-codes.js';

/** A checkpoint signed by a trusted key, with its signed note. */
export interface CheckpointFile extends CheckpointNote {
  readonly file: string;
}

const MAX_FILES = 1_000_000;
/** How many files are read at once. Each keeps a file handle open. */
const READ_AT_ONCE = 64;

/** Returns the folder where the worker stores checkpoints, or null if `DATA_DIR` is not set or has no such folder. */
export function defaultCheckpointFolder(): string | null {
  const dataDir = process.env['DATA_DIR'];
  if (dataDir === undefined) return null;
  const folder = path.join(dataDir, 'checkpoints');
  return existsSync(folder) ? folder : null;
}

/**
 * Returns the folder where the worker stores checkpoints.
 *
 * @throws CannotCheckError `DATA_DIR` is not set or has no such folder
 */
export function requireCheckpointFolder(): string {
  const folder = defaultCheckpointFolder();
  if (folder !== null) return folder;
  const dataDir = process.env['DATA_DIR'];
  throw new CannotCheckError(
    dataDir === undefined
      ? 'No checkpoint folder was found. Pass a file or folder, or set DATA_DIR.'
      : `There are no checkpoints in ${path.join(dataDir, 'checkpoints')}. Pass a file, or set DATA_DIR to another folder.`,
  );
}

/**
 * Reads all checkpoints in a file or folder, ordered by position.
 *
 * @throws CannotCheckError a checkpoint cannot be read or is not signed by a trusted key. Skipping it would hide the
 *   tampering that it may prove.
 */
export async function readCheckpoints(from: string, keys: string | undefined): Promise<CheckpointFile[]> {
  const verifier = await readKeys(keys ?? requireKeyFolder());
  const files = await listFiles(from, '.txt');
  const found: CheckpointFile[] = [];
  for (let at = 0; at < files.length; at += READ_AT_ONCE) {
    const some = files.slice(at, at + READ_AT_ONCE);
    found.push(...(await Promise.all(some.map((file) => readCheckpoint(file, verifier)))));
  }
  return found.sort((a, b) => a.checkpoint.position - b.checkpoint.position);
}

/**
 * Reads the signed access-log heads stored with a folder's checkpoints.
 *
 * @throws CannotCheckError a file is not a signed head, or not signed by a trusted key
 */
export async function readAccessHeads(
  checkpoints: string,
  keys: string | undefined,
): Promise<SignedAccessHead[]> {
  const folder = path.join(checkpoints, ACCESS_HEADS_FOLDER);
  if (!existsSync(folder)) return [];
  const verifier = await readKeys(keys ?? requireKeyFolder());
  const heads: SignedAccessHead[] = [];
  for (const file of await listFiles(folder, '.txt')) {
    const head = await readSigned(file, (note) => {
      const opened = verifier.openAccessHead(note);
      refuseOtherName(file, 'head', opened.position);
      return opened;
    });
    heads.push(head);
  }
  return heads;
}

/** Reads one checkpoint, given as a file or a log position. A position is looked up in the worker's folder. */
export async function readOneCheckpoint(
  nameOrPosition: string,
  keys: string | undefined,
): Promise<CheckpointFile> {
  if (!/^\d{1,15}$/.test(nameOrPosition)) {
    if (!existsSync(nameOrPosition))
      throw new CannotCheckError(
        `There's no file named ${nameOrPosition}. Use a checkpoint's file or position.`,
      );
    return readCheckpoint(nameOrPosition, await readKeys(keys ?? requireKeyFolder()));
  }
  const kept = await readCheckpoints(requireCheckpointFolder(), keys);
  const found = kept.find(({ checkpoint }) => checkpoint.position === Number(nameOrPosition));
  if (found === undefined) throw new CannotCheckError(`There's no checkpoint at position ${nameOrPosition}.`);
  return found;
}

/** Reads the trusted public keys in a file or folder. */
export async function readKeys(from: string): Promise<CheckpointVerifier> {
  const files = await listFiles(from, '.pub');
  if (files.length === 0) throw new CannotCheckError(`${from} has no public keys.`);
  return new CheckpointVerifier(await Promise.all(files.map((file) => readKey(file))));
}

async function readKey(file: string): Promise<string> {
  const key = (await readText(file)).trim();
  if (!CheckpointVerifier.isPublicKey(key))
    throw new CannotCheckError(
      `${file} isn't a public key for checkpoints (32 bytes, encoded as base64url).`,
    );
  return key;
}

/**
 * Returns the folder of public keys within the data folder.
 *
 * @throws CannotCheckError `DATA_DIR` is not set or has no such folder
 */
export function requireKeyFolder(): string {
  const dataDir = process.env['DATA_DIR'];
  if (dataDir === undefined)
    throw new CannotCheckError('No public keys were found. Pass them with --keys, or set DATA_DIR.');
  const folder = path.join(dataDir, 'checkpoints', 'keys');
  // The message doesn't name the folder: auditors have no data folder on their own machines, so a path in it would mean
  // nothing to them.
  if (!existsSync(folder)) throw new CannotCheckError("Pass the bank's public keys with --keys.");
  return folder;
}

/**
 * Reads the writers' public keys, by default those stored by the writers themselves. Returns null if no key is stored.
 *
 * @throws CannotCheckError the given path has no keys, or a file is not a key
 */
export async function readWriters(from: string | undefined): Promise<TrustedWriters | null> {
  const dataDir = process.env['DATA_DIR'];
  const folder = process.env['WRITER_KEYS_DIR'] || (dataDir && path.join(dataDir, 'writer-keys'));
  const place = from ?? folder;
  if (!place) return null;
  try {
    const writers = await readTrustedWriters(place);
    if (writers === null && from !== undefined)
      throw new CannotCheckError(`${from} ${existsSync(from) ? 'has no writer keys' : "doesn't exist"}.`);
    return writers;
  } catch (error) {
    throw error instanceof WriterKeyError ? new CannotCheckError(error.message, { cause: error }) : error;
  }
}

/**
 * Reads the list of passkeys that an auditor trusts (APR-33); null if no file is given.
 *
 * @throws CannotCheckError the file is missing or not such a list
 */
export async function readApprovalKeys(file: string | undefined): Promise<ReadonlySet<string> | null> {
  if (file === undefined) return null;
  const text = await readText(file);
  try {
    return parseApprovalKeys(text);
  } catch (error) {
    if (!(error instanceof ApprovalKeyError)) throw error;
    throw new CannotCheckError(`${file}: ${error.message}`, { cause: error });
  }
}

function readCheckpoint(file: string, verifier: CheckpointVerifier): Promise<CheckpointFile> {
  return readSigned(file, (note) => {
    const opened = verifier.open(note);
    refuseOtherName(file, 'checkpoint', opened.checkpoint.position);
    return { ...opened, file };
  });
}

/** The worker names a file after the checkpoint's position. Any other file name is an auditor's own. */
const NAMED_AFTER_POSITION = /-(\d{15})\.txt$/;

/**
 * Prevents an older file from passing as a newer one (SEC-75).
 *
 * @throws RangeError the file's name and content have different positions
 */
function refuseOtherName(file: string, what: string, position: number): void {
  const named = NAMED_AFTER_POSITION.exec(file)?.[1];
  if (named !== undefined && Number(named) !== position)
    throw new RangeError(
      `it contains the ${what} at position ${position}, but is named after another position`,
    );
}

async function readSigned<Content>(file: string, open: (note: string) => Content): Promise<Content> {
  const note = await readText(file);
  try {
    return open(note);
  } catch (error) {
    const reason = isTorn(note)
      ? ' is empty or incomplete, perhaps after a power failure. Start the worker, which replaces it, or restore it from a copy.'
      : `: ${errorMessage(error)}.`.replace(/^: (it|this) /, ' ');
    throw new CannotCheckError(`${file}${reason}`, { cause: error });
  }
}

/** Whether a file was written only in part. Every signed note ends with a newline and has no NUL bytes. */
function isTorn(note: string): boolean {
  return !note.endsWith('\n') || note.includes('\0');
}

async function listFiles(from: string, extension: string): Promise<string[]> {
  try {
    if ((await stat(from)).isFile()) return [from];
    const names = (await readdir(from)).filter((name) => name.endsWith(extension));
    if (names.length > MAX_FILES) throw new Error(`it has more than ${MAX_FILES} files`);
    return names.sort().map((name) => path.join(from, name));
  } catch (error) {
    throw unreadable(from, error);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}
