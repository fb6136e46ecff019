import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { pipeline, type Readable, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { OriginalType } from '@moniker/common/document-types.js';
import { AppError } from '../../../http/app-error.js';
import { type ConversionLimits, timeLimitOf } from './conversion-limits.js';
import { type Frame, isLast, readFrames } from './frames.js';
import { processUsage } from './process-usage.js';
import type { RecognizedUpload } from './recognize-upload.js';
import type { Refusal } from './refusals.js';
import { withDeadline } from './with-deadline.js';

const PROGRAM = fileURLToPath(new URL('./converter-process.js', import.meta.url));

const CHECK_EVERY_MS = 50;

/**
 * Converts one upload in a separate process. A hostile file can neither block the caller nor exceed the limits on time
 * and memory, because the converting process is killed first (FILE-14). An address-space limit would not work, because
 * WebAssembly reserves much more than it uses. The process gets no settings, so it has no secrets. Works only in a
 * compiled build, because it starts `converter-process.js`.
 *
 * @throws AppError UNAVAILABLE the process did not start in time, or was killed although it was within its limits
 */
export async function* convertLocally(
  { type, isEmpty, bytes }: RecognizedUpload,
  limits: ConversionLimits,
  signal?: AbortSignal,
): AsyncGenerator<Frame> {
  if (type === null) yield refused(isEmpty ? 'empty' : 'type');
  else yield* new ConverterProcess(type, limits, signal).convert(bytes);
}

function refused(refusal: Refusal): Frame {
  return { tag: 'refused', bytes: Buffer.from(refusal) };
}

/**
 * Lowers a process's priority, so payments come first. Called before the process starts its threads, which inherit its
 * priority.
 */
function yieldProcessor(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // The process has already ended.
  }
}

class ConverterProcess {
  private readonly child: ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };
  /** Which limit made us kill the process; null if none did. */
  private overrun: Refusal | null = null;
  private cpuMsAtStart = Infinity;

  constructor(
    private readonly type: OriginalType,
    private readonly limits: ConversionLimits,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.child = spawn(process.execPath, [PROGRAM, type], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    if (this.child.pid !== undefined) yieldProcessor(this.child.pid);
    // `convert` reports a failed start. Without this listener, the error event would crash the calling process.
    this.child.on('error', () => undefined);
  }

  async *convert(upload: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
    const { pid } = this.child;
    if (pid === undefined) throw new AppError('UNAVAILABLE');
    const exit = once(this.child, 'exit');
    const abort = (): void => this.kill(null);
    this.signal?.addEventListener('abort', abort);
    const watch = setInterval(() => this.checkUsage(pid), CHECK_EVERY_MS);
    // The process may end before it has read everything.
    pipeline(upload, this.child.stdin, () => undefined);
    try {
      for await (const frame of this.frames()) {
        // Time spent loading the libraries doesn't count.
        if (frame.tag === 'started') this.cpuMsAtStart = processUsage(pid).cpuMs;
        yield frame;
        if (isLast(frame)) return;
      }
      await exit;
      yield this.refusalAfterExit();
    } finally {
      clearInterval(watch);
      this.signal?.removeEventListener('abort', abort);
      this.kill(null);
      await exit;
    }
  }

  private frames(): AsyncGenerator<Frame> {
    return withDeadline(readFrames(this.child.stdout), {
      startMs: this.limits.startMs,
      limitMs: this.limits.standstillMs,
      stop: (hasStarted) => this.kill(hasStarted ? 'time' : null),
    });
  }

  private checkUsage(pid: number): void {
    const { memoryMb, cpuMs } = processUsage(pid);
    if (memoryMb > this.limits.memoryMb) this.kill('memory');
    if (cpuMs - this.cpuMsAtStart > timeLimitOf(this.type, this.limits)) this.kill('time');
  }

  private kill(reason: Refusal | null): void {
    this.overrun ??= reason;
    this.child.kill('SIGKILL');
  }

  /** Says why the process ended without sending its end message or a refusal. */
  private refusalAfterExit(): Frame {
    if (this.overrun !== null) return refused(this.overrun);
    const isKilled = this.child.signalCode === 'SIGKILL' || this.child.signalCode === 'SIGTERM';
    if (isKilled) throw new AppError('UNAVAILABLE');
    return refused('damaged');
  }
}
