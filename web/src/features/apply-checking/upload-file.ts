import { ApiError } from '@/lib/api/api-error';
import { unwrap, api } from '@/lib/api/client';
import type { components } from '@/lib/api/schema.gen';

type UploadUrl = components['schemas']['UploadUrlDto'];

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
    // Without a status there was no answer, and the client's own words say so.
    if (error instanceof ApiError && error.status !== 401 && error.status !== 0) {
      throw new Error(`Failed to get upload URL: ${error.status}`, { cause: error });
    }
    throw error;
  }
  throw new Error('No upload URL received from server');
}

/** What went straight to the storage counts once the bank has looked at it. */
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

/** An XMLHttpRequest, because `fetch` does not tell how much of a body has been sent. */
function putFile(file: File, url: string, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PUT', url);
    // Part of what a link to the storage is signed for; the bank goes by the content.
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(uploadError(request));
    };
    request.onerror = () => reject(new Error('Upload failed: the connection was lost'));
    request.onabort = () => reject(signal.reason as Error);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason as Error);
    else request.send(file);
  });
}

function uploadError({ status, statusText, responseText }: XMLHttpRequest): Error {
  if (status === 401) return new ApiError(status, 'Unauthorized');
  return new Error(`Upload failed: ${status} ${serverMessage(responseText) || statusText}`.trim());
}

/** The message of a JSON answer, or the text itself; nothing of the XML that a storage answers with. */
function serverMessage(text: string): string {
  if (text.startsWith('<')) return '';
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return text.slice(0, 200);
  }
}

/** Whatever the store's address looks like, the last part of its path names the object. */
function objectIdOf(uploadUrl: string): string {
  const { pathname } = new URL(uploadUrl, window.location.origin);
  return pathname.split('/').at(-1) ?? '';
}
