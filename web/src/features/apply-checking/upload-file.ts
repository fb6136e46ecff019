import { ApiError } from '@/lib/api/api-error';
import { answerOf, api } from '@/lib/api/client';

type UploadOptions = {
  /** Called with the bytes of the file that have left. */
  onProgress: (sentBytes: number) => void;
  /** Ends the upload; what was asked for then rejects with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Sends a file to the place that the API names, and gives the stored path. The errors' messages can be shown
 * (spec.md §7 and §8, uploads); an `ApiError` of 401 says that the session has ended.
 */
export async function uploadFile(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  const uploadUrl = await askForUrl(signal);
  await putFile(file, uploadUrl, { onProgress, signal });
  return storedPathOf(uploadUrl);
}

async function askForUrl(signal: AbortSignal): Promise<string> {
  try {
    const { uploadURL } = await answerOf(api.POST('/api/objects/upload', { signal }));
    if (uploadURL) return uploadURL;
  } catch (error) {
    signal.throwIfAborted();
    // Without a status there was no answer, and the client's own words say so.
    if (error instanceof ApiError && error.status !== 401 && error.status !== 0) {
      throw new Error(`Failed to get upload URL: ${error.status}`, { cause: error });
    }
    throw error;
  }
  throw new Error('No upload URL received from server');
}

/** An XMLHttpRequest, because `fetch` does not tell how much of a body has been sent. */
function putFile(file: File, url: string, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PUT', url);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusalOf(request));
    };
    request.onerror = () => reject(new Error('Upload failed: the connection was lost'));
    request.onabort = () => reject(signal.reason as Error);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason as Error);
    else request.send(file);
  });
}

function refusalOf({ status, statusText, responseText }: XMLHttpRequest): Error {
  if (status === 401) return new ApiError(status, 'Unauthorized');
  return new Error(`Upload failed: ${status} ${reasonOf(responseText) || statusText}`.trim());
}

/** The message of a JSON answer, or the text itself. */
function reasonOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return text.slice(0, 200);
  }
}

/** Whatever the store's address looks like, the last part of its path names the object. */
function storedPathOf(uploadUrl: string): string {
  const { pathname } = new URL(uploadUrl, window.location.origin);
  return `/objects/${pathname.split('/').at(-1) ?? ''}`;
}
