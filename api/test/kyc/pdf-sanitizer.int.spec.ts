import { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PdfLimits } from '../../src/platform/config/request-limits.js';
import { waitFor } from '../harness/index.js';
import { compiled } from '../harness/paths.js';
import { pdf } from './kyc.fixtures.js';

/** The compiled module, because the process is started from its compiled file. */
const { PdfSanitizer } = (await import(
  pathToFileURL(compiled('kyc/documents/pdf-sanitizer.js')).href
)) as typeof import('../../src/kyc/documents/pdf-sanitizer.js');

const LIMITS: PdfLimits = { maxMs: 30_000, maxHeapMb: 128 };
/** It takes about a second and 60 MB. */
const COSTLY = pdf({ objects: `5 0 obj [${'1 '.repeat(1_000_000)}] endobj` });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What `fork` calls on the new process, with its variables as `name=value`. */
interface Spawned {
  spawn(options: { readonly envPairs: readonly string[] }): number;
}
const spawned = jest.spyOn(ChildProcess.prototype as unknown as Spawned, 'spawn');

/** Returns all processes that were started in this test. */
const processes = (): ChildProcess[] => spawned.mock.contexts as unknown as ChildProcess[];
const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function expectEnded(ended: ChildProcess | undefined): Promise<void> {
  await waitFor(() => ended !== undefined && !isRunning(ended), { what: 'the process to end' });
}

beforeEach(() => {
  spawned.mockClear();
});
afterEach(() => processes().forEach((started) => started.kill('SIGKILL')));

describe('the check of PDF documents', () => {
  it('uses one process for several documents', async () => {
    const sanitizer = new PdfSanitizer(LIMITS);
    for (let count = 0; count < 3; count += 1) {
      expect((await sanitizer.sanitize(pdf())).toString('latin1')).toMatch(/^%PDF-1\.7/);
    }
    expect(processes().map(isRunning)).toEqual([true]);
  });

  it('gives its process no setting of the bank', async () => {
    await new PdfSanitizer(LIMITS).sanitize(pdf());
    const names = spawned.mock.calls[0]?.[0].envPairs.map((pair) => pair.split('=')[0]);
    // Node adds the first for `fork`, and the second while coverage is measured.
    expect(names?.filter((name) => name !== 'NODE_V8_COVERAGE')).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ]);
  });

  it('refuses a document that needs too much memory, and gives the next one a new process [FILE-14]', async () => {
    const sanitizer = new PdfSanitizer({ ...LIMITS, maxHeapMb: 32 });
    await expect(sanitizer.sanitize(COSTLY)).rejects.toMatchObject({
      ...{ code: 'FILE_REFUSED', message: expect.stringMatching(/cannot be checked/) },
    });
    expect(processes()[0]?.signalCode).toBe('SIGABRT');
    await sanitizer.sanitize(pdf());
    expect(processes().map(isRunning)).toEqual([false, true]);
  });

  it('kills a process that takes too long [FILE-14]', async () => {
    const sanitizer = new PdfSanitizer({ ...LIMITS, maxMs: 1 });
    await expect(sanitizer.sanitize(COSTLY)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expectEnded(processes()[0]);
    expect(processes()[0]?.signalCode).toBe('SIGKILL');
  });

  it('keeps the time limit while this process collects garbage [FILE-14]', async () => {
    const sanitizer = new PdfSanitizer({ ...LIMITS, maxMs: 300 });
    await sanitizer.sanitize(pdf());
    const collecting = setInterval(collectGarbage, 10);
    try {
      await expect(sanitizer.sanitize(COSTLY)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    } finally {
      clearInterval(collecting);
    }
  });

  it('starts anew when its process was killed between two documents', async () => {
    const sanitizer = new PdfSanitizer(LIMITS);
    await sanitizer.sanitize(pdf());
    processes()[0]?.kill('SIGKILL');
    await expectEnded(processes()[0]);
    await sanitizer.sanitize(pdf());
    expect(processes().map(isRunning)).toEqual([false, true]);
  });

  it('replaces its process after many bytes, because the parser keeps names of each document', async () => {
    const sanitizer = new PdfSanitizer(LIMITS);
    const large = pdf({
      objects: `5 0 obj << /Length 7000000 >> stream\n${' '.repeat(7_000_000)}\nendstream endobj`,
    });
    for (let count = 0; count < 4; count += 1) await sanitizer.sanitize(large);
    await expectEnded(processes()[0]);
    expect(processes().map(isRunning)).toEqual([false, true]);
  });
});
