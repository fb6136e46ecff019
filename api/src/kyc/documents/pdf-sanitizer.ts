import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../http/app-error.js';
import type { PdfLimits } from '../../platform/config/request-limits.js';
import { uncheckableError } from './check-pdf.js';

/** The result of a check: the document to store, or a refusal. `refusal` is null if its reason is not for users. */
type PdfCheck = { readonly bytes: Uint8Array } | { readonly refusal: string | null };
/** What the process sends: `ready` once it has started, then the result of each check. */
export type PdfProcessMessage = 'ready' | PdfCheck;

const PROGRAM = fileURLToPath(new URL('./pdf-process.js', import.meta.url));
/** The parser keeps names and references of every document, so a process ends after this many bytes. */
const BYTES_PER_PROCESS = 20_000_000;
const START_WITHIN_MS = 30_000;

/**
 * Sanitizes PDF documents in a process of its own, one at a time. A hostile document can neither block the API nor use
 * more time or memory than its limits: its process is killed, and the document refused. The process gets no settings, so
 * it has no secrets. A thread would not do, because terminating one can abort the API. Works in compiled programs only,
 * because the process is started from its file.
 */
export class PdfSanitizer {
  private checker: ChildProcess | null = null;
  private bytesLeft = 0;

  constructor(private readonly limits: PdfLimits) {}

  /** @throws AppError FILE_REFUSED the document is not accepted, or exceeds the limits */
  async sanitize(upload: Buffer): Promise<Buffer> {
    const checker = this.checker ?? (await this.start());
    this.bytesLeft -= upload.length;
    try {
      const check = nextMessage<PdfCheck>(checker, this.limits.maxMs);
      checker.send(upload);
      return documentOf(await check);
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.stop();
      throw uncheckableError();
    } finally {
      if (this.bytesLeft <= 0) this.stop();
    }
  }

  private async start(): Promise<ChildProcess> {
    const checker = fork(PROGRAM, {
      ...{ env: {}, execArgv: [`--max-old-space-size=${this.limits.maxHeapMb}`] },
      // The parser prints warnings about documents.
      ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    });
    // `nextMessage` reports errors while somebody waits; this keeps later ones from ending the API.
    checker.on('error', () => undefined);
    checker.once('exit', () => {
      if (this.checker === checker) this.checker = null;
    });
    checker.unref();
    checker.channel?.unref();
    this.checker = checker;
    this.bytesLeft = BYTES_PER_PROCESS;
    try {
      await nextMessage(checker, START_WITHIN_MS);
    } catch (error) {
      this.stop();
      throw error;
    }
    return checker;
  }

  private stop(): void {
    this.checker?.kill('SIGKILL');
    this.checker = null;
  }
}

/** @throws Error the process ended, or did not send a message in time */
async function nextMessage<Message extends PdfProcessMessage>(
  checker: ChildProcess,
  withinMs: number,
): Promise<Message> {
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort();
  checker.once('exit', giveUp);
  // `AbortSignal.any` with `AbortSignal.timeout` would not do: Node can collect that timeout as garbage before it ends.
  const timer = setTimeout(giveUp, withinMs);
  try {
    const [message] = (await once(checker, 'message', { signal: waiting.signal })) as [Message];
    return message;
  } finally {
    clearTimeout(timer);
    checker.off('exit', giveUp);
  }
}

function documentOf(check: PdfCheck): Buffer {
  if ('bytes' in check) return Buffer.from(check.bytes);
  if (check.refusal === null) throw uncheckableError();
  throw new AppError('FILE_REFUSED', check.refusal);
}
