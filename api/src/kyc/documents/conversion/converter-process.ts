import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { OriginalType } from '@moniker/common/document-types.js';
import { encodeFrame, type Frame } from './frames.js';
import { loadConverter } from './load-converter.js';

// The program that converts one document. It reads the upload from standard input and writes messages to standard
// output. Its argument is the upload's type. `convertLocally` starts this program and enforces its limits.

function send(frame: Frame): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(encodeFrame(frame), (error) => (error ? reject(error) : resolve()));
  });
}

/** Makes the system kill this process before the bank's other processes if memory runs out. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not available on this system.
  }
}

endFirst();
const convert = await loadConverter(process.argv[2] as OriginalType);
await send({ tag: 'started', bytes: Buffer.of() });
for await (const frame of convert(await buffer(process.stdin))) await send(frame);
