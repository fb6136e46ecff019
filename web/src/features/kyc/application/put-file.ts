import { ApiError } from '@/lib/api/api-error';
import { ANSWER_LIMIT_MS } from '@/lib/api/send-request';

/**
 * How long to wait for the response after the last byte has been sent. The bank checks the document before it answers,
 * and it sometimes has other documents to check first (UI-54).
 */
export const CHECK_LIMIT_MS = 60_000;

const UNANSWERED = "Upload failed: we didn't get a response. Check your connection and try again.";

type PutOptions = {
  /** Called with the number of bytes sent so far. */
  onProgress: (sentBytes: number) => void;
  /** Aborts the upload, which then rejects with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Sends a file to an upload URL. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 *
 * @throws ApiError the response is an error; includes the seconds to wait if the bank is busy
 * @throws Error the connection is lost or no response comes in time
 */
export function putFile(file: File, url: string, { onProgress, signal }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    // Limits the time without progress, not the whole upload: a large file can take a long time on a slow connection
    // (UI-54).
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = (limit = ANSWER_LIMIT_MS) => {
      clearTimeout(timer);
      timer = setTimeout(abort, limit);
    };
    request.open('PUT', url);
    // The signature of an object storage URL covers this header, so its value is fixed. The API detects the type
    // from the content (FILE-3).
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      restartTimer();
      onProgress(Math.min(loaded, file.size));
    };
    request.upload.onload = () => restartTimer(CHECK_LIMIT_MS);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(uploadError(status, serverMessage(responseText) || statusText, retryAfterHeader(request)));
    };
    request.onerror = () => reject(new Error('Upload failed: the connection was lost'));
    request.onabort = () => reject(signal.aborted ? (signal.reason as Error) : new Error(UNANSWERED));
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason as Error);
    else {
      restartTimer();
      request.send(file);
    }
  });
}

/** An error whose message can be shown (FILE-12). */
export function uploadError(status: number, text: string, retryAfterSeconds: number | undefined): ApiError {
  const message = status === 401 ? 'Unauthorized' : `Upload failed: ${status} ${text}`.trim();
  return new ApiError(status, message, { retryAfterSeconds });
}

/**
 * How many seconds a busy bank asks us to wait; undefined for other responses. Object storage does not let the page
 * read this header.
 */
function retryAfterHeader(request: XMLHttpRequest): number | undefined {
  if (request.status !== 503) return undefined;
  return Number(request.getResponseHeader('Retry-After')) || undefined;
}

/** The message of a JSON response, or the text itself. Empty for the XML that object storage returns. */
function serverMessage(text: string): string {
  if (text.startsWith('<')) return '';
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return text.slice(0, 200);
  }
}
