import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { AppError } from '../../../http/app-error.js';
import type { ConversionLimits } from './conversion-limits.js';
import { type Frame, isLast, readFrames } from './frames.js';
import { withDeadline } from './with-deadline.js';

/** Extra time before the worker is considered hung. The worker normally enforces the limits itself. */
const GRACE_MS = 2_000;

/**
 * Lets the document worker convert one upload. Sends the upload to the worker over a Unix socket, and yields the
 * messages that the worker returns.
 *
 * @throws AppError UNAVAILABLE the worker is not running, hangs, or ended early
 */
export async function* convertRemotely(
  upload: AsyncIterable<Buffer>,
  socketPath: string,
  limits: ConversionLimits,
  signal?: AbortSignal,
): AsyncGenerator<Frame> {
  const socket = connect({ path: socketPath, allowHalfOpen: true, ...(signal && { signal }) });
  pipeline(upload, socket, () => undefined);
  const frames = withDeadline(readFrames(socket), {
    startMs: limits.startMs,
    limitMs: limits.standstillMs + GRACE_MS,
    stop: () => socket.destroy(),
  });
  try {
    for await (const frame of frames) {
      yield frame;
      if (isLast(frame)) return;
    }
  } catch {
    // The socket has failed or was closed.
  } finally {
    socket.destroy();
  }
  throw new AppError('UNAVAILABLE');
}
