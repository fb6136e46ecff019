import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../http/app-error.js';
import type { PdfLimits } from '../platform/config/request-limits.js';
import { endThread } from '../platform/process/end-thread.js';
import { uncheckableError } from './check-pdf.js';

/** The reply of the thread: the document to store, or a refusal. `refusal` is null if its reason is not for users. */
export type PdfThreadReply = { readonly bytes: Uint8Array } | { readonly refusal: string | null };

/** The parser keeps names and references of every document, so a thread ends after this many bytes. */
const BYTES_PER_THREAD = 20_000_000;
const START_WITHIN_MS = 30_000;

/**
 * Sanitizes PDF documents in a worker thread, one at a time. A hostile document can neither block the API nor use more
 * time or memory than its limits: its thread is ended, and the document refused. Works in compiled programs only,
 * because the thread is started from its file.
 */
export class PdfSanitizer {
  private thread: Worker | null = null;
  private bytesLeft = 0;

  constructor(private readonly limits: PdfLimits) {}

  /** @throws AppError FILE_REFUSED the document is not accepted, or exceeds the limits */
  async sanitize(upload: Buffer): Promise<Buffer> {
    const thread = this.thread ?? (await this.start());
    this.bytesLeft -= upload.length;
    const reply = nextMessage<PdfThreadReply>(thread, this.limits.maxMs);
    thread.postMessage(new Uint8Array(upload));
    try {
      return documentOf(await reply);
    } catch (error) {
      if (error instanceof AppError) throw error;
      // It may be busy forever, so it cannot be asked to end.
      await this.stop((busy) => busy.terminate());
      throw uncheckableError();
    } finally {
      if (this.bytesLeft <= 0) await this.stop(endThread);
    }
  }

  private async start(): Promise<Worker> {
    const thread = new Worker(new URL('./pdf-thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.maxHeapMb },
      // The parser prints warnings about documents.
      ...{ stdout: true, stderr: true },
    });
    thread.stdout.resume();
    thread.stderr.resume();
    // `nextMessage` reports errors while somebody waits; this keeps later ones from ending the process.
    thread.on('error', () => undefined);
    await nextMessage(thread, START_WITHIN_MS);
    thread.unref();
    this.thread = thread;
    this.bytesLeft = BYTES_PER_THREAD;
    return thread;
  }

  private async stop(end: (thread: Worker) => Promise<unknown>): Promise<void> {
    const { thread } = this;
    this.thread = null;
    if (thread !== null) await end(thread);
  }
}

async function nextMessage<Message>(thread: Worker, withinMs: number): Promise<Message> {
  const [message] = (await once(thread, 'message', { signal: AbortSignal.timeout(withinMs) })) as [Message];
  return message;
}

function documentOf(reply: PdfThreadReply): Buffer {
  if ('bytes' in reply) return Buffer.from(reply.bytes);
  if (reply.refusal === null) throw uncheckableError();
  throw new AppError('FILE_REFUSED', reply.refusal);
}
