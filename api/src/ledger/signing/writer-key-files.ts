import { link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../platform/crypto/new-id.js';
import type { BatchSigner } from './batch-signer.js';
import {
  formatWriterKey,
  parseWriterKey,
  combineWriterKeys,
  WriterKeyError,
  type TrustedWriters,
  type WriterKey,
} from './writer-keys.js';

const EXTENSION = '.pub';
/** Maximum number of key files, far more than any bank has. */
const MAX_FILES = 1_000;

/**
 * Reads the trusted keys in a file or folder. Returns null if it is missing or is a folder without keys.
 *
 * @throws WriterKeyError a file is not a key (the message names the file), two files have the same key, or there are
 *   too many files
 */
export async function readTrustedWriters(from: string): Promise<TrustedWriters | null> {
  return combineWriterKeys(await Promise.all((await listKeyFiles(from)).map(readKeyFile)));
}

/**
 * When a writer first starts, records the position from which its key signs: the position after the end of the log.
 * Later starts change nothing (LED-21).
 *
 * @throws WriterKeyError the key is not allowed to sign events after the end of the log, or its file is invalid
 */
export async function pinWriterKey(folder: string, signer: BatchSigner, end: number): Promise<void> {
  const file = path.join(folder, `${signer.key.id}${EXTENSION}`);
  if (!(await exists(file))) {
    const key = { publicKey: signer.key.publicKey, from: end + 1, to: null };
    await writeOnce(file, formatWriterKey(key));
  }
  assertUsable(file, await readKeyFile(file), signer, end);
}

function assertUsable(file: string, key: WriterKey, signer: BatchSigner, end: number): void {
  if (key.id !== signer.key.id)
    throw new WriterKeyError(`${file} has the key ${key.id} instead of ${signer.key.id}`);
  if (key.to !== null && key.to <= end) {
    throw new WriterKeyError(
      `according to ${file}, the key in WRITER_KEY signs no event after ${key.to}. Set another WRITER_KEY`,
    );
  }
  if (key.from > end + 1) {
    throw new WriterKeyError(
      `according to ${file}, the key in WRITER_KEY signs events from position ${key.from} on, but the log ends at ${end}: ` +
        'this is another database or an older backup. If you meant to use this database, remove that file',
    );
  }
}

async function listKeyFiles(from: string): Promise<string[]> {
  if (!(await exists(from))) return [];
  if ((await stat(from)).isFile()) return [from];
  const names = (await readdir(from)).filter((name) => name.endsWith(EXTENSION)).sort();
  if (names.length > MAX_FILES) throw new WriterKeyError(`${from} has more than ${MAX_FILES} keys`);
  return names.map((name) => path.join(from, name));
}

async function readKeyFile(file: string): Promise<WriterKey> {
  try {
    return parseWriterKey(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof WriterKeyError)) throw error;
    throw new WriterKeyError(`${file} ${error.message}`, { cause: error });
  }
}

/**
 * Writes a file in such a way that it appears only when it is complete and durable. If another process has already
 * written the file, leaves that file unchanged.
 */
async function writeOnce(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
  const temporary = `${file}.${newId()}.tmp`;
  await writeDurably(temporary, text);
  try {
    await link(temporary, file);
  } catch (error) {
    if (!isErrorWith(error, 'EEXIST')) throw error;
  } finally {
    await unlink(temporary);
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => {
      if (isErrorWith(error, 'ENOENT')) return false;
      throw error;
    },
  );
}

function isErrorWith(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
