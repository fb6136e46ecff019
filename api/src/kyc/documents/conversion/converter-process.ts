import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { OriginalType } from '@moniker/common/document-types.js';
import { encodeFrame, type Frame } from './frames.js';
import type { RawPage } from './raw-page.js';
import { DocumentRefusedError } from './refusals.js';

// The program that converts one document: it reads the upload from its input, and writes messages to its output. The
// type is its argument. `convertLocally` starts and limits it.

type Reader = (input: Buffer, type: OriginalType) => AsyncGenerator<RawPage>;

/** Loads only the library that the type needs. */
async function loadReader(type: OriginalType): Promise<Reader> {
  if (type === 'application/pdf') return (await import('./read-pdf.js')).readPdf;
  if (type === 'image/heic') return (await import('./read-heic.js')).readHeic;
  return (await import('./read-picture.js')).readPicture;
}

function send(frame: Frame): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(encodeFrame(frame), (error) => (error ? reject(error) : resolve()));
  });
}

/** When memory runs out, this process ends before the bank's own. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on this system.
  }
}

async function convert(type: OriginalType): Promise<void> {
  endFirst();
  const [read, { encodePage }] = await Promise.all([loadReader(type), import('./encode-page.js')]);
  await send({ tag: 'started', bytes: Buffer.of() });
  const input = await buffer(process.stdin);
  for await (const page of read(input, type)) await send(await encodePage(page));
  await send({ tag: 'end', bytes: Buffer.from(type) });
}

convert(process.argv[2] as OriginalType).catch(async (error: unknown) => {
  const refusal = error instanceof DocumentRefusedError ? error.refusal : 'damaged';
  await send({ tag: 'refused', bytes: Buffer.from(refusal) });
});
