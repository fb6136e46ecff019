import { ApiError } from '@/lib/api/api-error';
import { unwrap, api } from '@/lib/api/client';
import { ANSWER_LIMIT_MS } from '@/lib/api/send-request';
import type { components } from '@/lib/api/schema.gen';

const UNANSWERED = 'Upload failed: the bank did not answer. Check your connection and try again.';

type UploadUrl = components['schemas']['UploadUrlDto'];

type UploadOptions = {
  /** Called with the number of bytes sent so far. */
  onProgress: (sentBytes: number) => void;
  /** Aborts the upload, which then rejects with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Uploads a file to the URL that the API returns, and resolves with its stored path, `/objects/{id}` (FILE-1). Messages
 * of errors can be shown to the user (FILE-12).
 *
 * @throws ApiError with status 401 if the session has ended
 */
export async function uploadFile(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  const { uploadURL, isDirect } = await requestUploadUrl(file.size, signal);
  await putFile(file, uploadURL, { onProgress, signal });
  const id = objectIdOf(uploadURL);
  if (isDirect) await confirmUpload(id, signal);
  return `/objects/${id}`;
}

async function requestUploadUrl(bytes: number, signal: AbortSignal): Promise<UploadUrl> {
  try {
    const upload = await unwrap(api.POST('/api/objects/upload', { body: { bytes }, signal }));
    if (upload.uploadURL) return upload;
  } catch (error) {
    signal.throwIfAborted();
    // Status 0 means that there was no response; the client's own message says so.
    if (error instanceof ApiError && error.status !== 401 && error.status !== 0) {
      throw new Error(`Failed to get upload URL: ${error.status}`, { cause: error });
    }
    throw error;
  }
  throw new Error('No upload URL received from server');
}

/** Asks the API to check a file that was uploaded directly to object storage (FILE-13). */
async function confirmUpload(id: string, signal: AbortSignal): Promise<void> {
  try {
    await unwrap(api.POST('/api/objects/upload/{id}/confirm', { params: { path: { id } }, signal }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status !== 401 && error.status !== 0) {
      throw new Error(`Upload failed: ${error.status} ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function putFile(file: File, url: string, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    // A large file takes long on a slow connection, but not without any progress (UI-54).
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, ANSWER_LIMIT_MS);
    };
    request.open('PUT', url);
    // The signature of an object storage URL covers this header. The API goes by the content (FILE-3).
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      restartTimer();
      onProgress(Math.min(loaded, file.size));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(uploadError(request));
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

function uploadError({ status, statusText, responseText }: XMLHttpRequest): Error {
  if (status === 401) return new ApiError(status, 'Unauthorized');
  return new Error(`Upload failed: ${status} ${serverMessage(responseText) || statusText}`.trim());
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

/** The object's id: the last path segment of every upload URL, also of object storage. */
function objectIdOf(uploadUrl: string): string {
  const { pathname } = new URL(uploadUrl, window.location.origin);
  return pathname.split('/').at(-1) ?? '';
}
