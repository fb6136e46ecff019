import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { ClockSkewError, LedgerBusyError, LedgerUnavailableError } from '../ledger/writer/submission.js';
import { databaseFailureOf } from '../platform/database/database-failure.js';
import { ReadsUnavailableError } from '../platform/database/prepared-reads.service.js';
import { describeError } from '../platform/logs/describe-error.js';
import type { Readiness } from '../platform/process/readiness.js';
import { ObjectTooLargeError, StorageUnavailableError } from '../platform/storage/storage-errors.js';
import { ReversedRangeError } from '../platform/time/bank-days.service.js';
import { AppError, type ErrorCode } from './app-error.js';
import type { AppRequest } from './request.js';

const RETRY_AFTER_SECONDS = 1;
const SIGN_IN_PAGE = '/auth';

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  401: 'NOT_SIGNED_IN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
};

/**
 * Converts every failure into the response `{ statusCode, code, message, ...flags }` (ERR-1). Every database failure
 * becomes a 503 (ERR-7). Opening a document after the session has ended leads to sign-in (AUTH-97).
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(private readonly readiness: Pick<Readiness, 'reportFailure'>) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<AppRequest>();
    const response = http.getResponse<Response>();
    const error = toAppError(thrown);
    request.refusal = error.code;
    this.report(thrown, request);
    if (error.code === 'INTERNAL') this.logger.error({ error: describeError(thrown) });
    if (response.headersSent) {
      response.end();
      return;
    }
    if (error.code === 'NOT_SIGNED_IN' && isOpenedDocument(request)) {
      response.redirect(SIGN_IN_PAGE);
      return;
    }
    const { retryAfterSeconds } = error.flags;
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
    response
      .status(error.status)
      .json({ statusCode: error.status, code: error.code, message: error.message, ...error.flags });
  }

  /** Reports a database failure to the request log and the readiness check. */
  private report(thrown: unknown, request: AppRequest): void {
    const failure = databaseFailureOf(thrown);
    if (failure === null || request.refusal !== 'UNAVAILABLE') return;
    request.failure = failure.code;
    this.readiness.reportFailure(failure);
  }
}

/**
 * Whether the browser shows the response as a page, such as a PDF in a new tab, rather than saving it or passing it
 * to a script.
 */
function isOpenedDocument(request: AppRequest): boolean {
  return request.get('Sec-Fetch-Mode') === 'navigate' && request.get('Sec-Fetch-Dest') === 'document';
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof LedgerBusyError) {
    return new AppError('BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (thrown instanceof ClockSkewError) {
    return new AppError('CLOCK_WRONG', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (isUnavailable(thrown)) {
    return new AppError('UNAVAILABLE', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (thrown instanceof ObjectTooLargeError) return new AppError('FILE_TOO_LARGE');
  if (thrown instanceof ReversedRangeError) {
    return new AppError('VALIDATION_FAILED', "“From” can't be after “To”", { fields: ['from', 'to'] });
  }
  return new AppError(errorCodeFor(httpStatus(thrown)));
}

function isUnavailable(thrown: unknown): boolean {
  return (
    thrown instanceof LedgerUnavailableError ||
    thrown instanceof ReadsUnavailableError ||
    thrown instanceof StorageUnavailableError ||
    // A client that stops sending a body also causes a system error, but one with a status.
    (databaseFailureOf(thrown) !== null && httpStatus(thrown) === null)
  );
}

/**
 * Returns the code for a status. Any 4xx that is not listed means that the request is unreadable, for example because
 * its charset is unknown.
 */
function errorCodeFor(status: number | null): ErrorCode {
  if (status === null || status < 400 || status >= 500) return 'INTERNAL';
  return CODE_BY_STATUS[status] ?? 'MALFORMED_REQUEST';
}

/** Returns the status of a Nest or body-parser error. Users never see such an error's message. */
function httpStatus(thrown: unknown): number | null {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number')
    return thrown.status;
  return null;
}
