import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { unreadable } from './exit-codes.js';

/** Reads the lines of a file, or of standard input for `-`, one at a time. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const input: Readable = file === '-' ? process.stdin : createReadStream(file);
  const lines = createInterface({ input, crlfDelay: Infinity });
  // readline does not always report its input's read errors.
  const failures: Error[] = [];
  input.once('error', (error: Error) => {
    failures.push(error);
    lines.close();
  });
  try {
    for await (const line of lines) yield line;
  } catch (error) {
    failures.push(error instanceof Error ? error : new Error(String(error)));
  }
  const [cause] = failures;
  if (cause !== undefined) throw unreadable(file, cause);
}
