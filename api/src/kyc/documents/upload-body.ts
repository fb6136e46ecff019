import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';
import { AppError } from '../../http/app-error.js';

/**
 * How long a client may take to start sending. After that, the bytes that have arrived must keep up with the minimum
 * rate.
 */
const GRACE_MS = 10_000;
/** A file of 10 MB may take about five minutes. */
const BYTES_PER_SECOND = 32 * 1024;
const CHECK_EVERY_MS = 1_000;
/** How long the rest of a refused upload is read and dropped, so its sender can read the refusal. */
const DRAIN_MS = 30_000;

/** An upload's body, of which nothing has been read yet. */
export interface UploadBody {
  /**
   * Returns the body's announced length.
   *
   * @throws AppError MALFORMED_REQUEST, FILE_TYPE_REFUSED, FILE_REFUSED or FILE_TOO_LARGE
   */
  readonly length: () => number;
  /** Starts reading the body. The stream fails if the body arrives too slowly or is cut off. */
  readonly open: () => Readable;
}

/** Parameter decorator: the raw body, whatever its content type. Nothing is read before `open` is called (FILE-22). */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): UploadBody => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  http.getResponse<Response>().once('finish', () => dropRest(request));
  return { length: () => announcedLength(request), open: () => new PacedBody(request) };
});

/** Parameter decorator: a signal that is aborted if the client disconnects before it has its response. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new AppError('MALFORMED_REQUEST', 'The client has gone'));
  });
  return gone.signal;
});

/** Returns the announced length. The HTTP parser enforces it, so the bytes need no counting. */
function announcedLength(request: Request): number {
  const length = request.headers['content-length'];
  // The JSON parser has already consumed JSON bodies, and a compressed body could expand to any size.
  const isEncoded = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
  if (isEncoded || request.body !== undefined) throw new AppError('FILE_TYPE_REFUSED');
  if (length === undefined) {
    throw new AppError('MALFORMED_REQUEST', 'The length of the file must be sent as Content-Length');
  }
  if (Number(length) === 0) throw new AppError('FILE_REFUSED', 'This file is empty. Choose another one.');
  if (Number(length) > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
  return Number(length);
}

/**
 * Disconnects a sender that takes too long to send the rest of a body after the response. Node discards what arrives.
 */
function dropRest(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once('close', () => clearTimeout(timer));
}

/** A request's body that fails once it is slower than the minimum rate, without closing the connection. */
export class PacedBody extends Readable {
  private received = 0;
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly request: IncomingMessage,
    private readonly graceMs = GRACE_MS,
  ) {
    super();
    this.timer = setInterval(() => this.checkPace(), Math.min(CHECK_EVERY_MS, graceMs));
    request.on('data', this.onData).on('end', this.onEnd).on('close', this.onClose).on('error', this.onClose);
  }

  override _read(): void {
    this.request.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.timer);
    const { request } = this;
    request.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    request.resume();
    done(error);
  }

  private readonly onData = (chunk: Buffer): void => {
    this.received += chunk.length;
    if (!this.push(chunk)) this.request.pause();
  };

  private readonly onEnd = (): void => {
    clearInterval(this.timer);
    this.push(null);
  };

  private readonly onClose = (): void => {
    if (!this.request.complete) this.destroy(new AppError('MALFORMED_REQUEST', 'The upload was cut off'));
  };

  private checkPace(): void {
    const dueMs = performance.now() - this.startedAt - this.graceMs;
    if (this.received >= (dueMs / 1000) * BYTES_PER_SECOND) return;
    const message = 'The upload was too slow. Please check your connection and try again';
    this.destroy(new AppError('FILE_REFUSED', message));
  }
}
