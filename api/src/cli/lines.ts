import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CannotCheckError } from './exit-codes.js';

/** The lines of a file, or of standard input for `-`, one in memory at a time. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  // The reader of lines does not pass on that its file cannot be read.
  const failed = new Promise<never>((_, reject) => input.once('error', reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  try {
    while (true) {
      const next: IteratorResult<string, unknown> = await Promise.race([lines.next(), failed]);
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotCheckError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}
