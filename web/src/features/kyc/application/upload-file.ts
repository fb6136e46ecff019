import { ApiError, errorFlags } from '@/lib/api/api-error';
import { unwrap, api } from '@/lib/api/client';
import type { components } from '@/lib/api/schema.gen';
import { putFile, uploadError } from './put-file';
import { whileBusy } from './while-busy';

type UploadUrl = components['schemas']['UploadUrlDto'];

type UploadOptions = {
  /** Called with the number of bytes sent so far. */
  onProgress: (sentBytes: number) => void;
  /** Called every second while the bank is busy, with the seconds until the next attempt. */
  onBusy: (seconds: number) => void;
  /** Aborts the upload, which then rejects with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Uploads a file to the URL that the API returns, and resolves with its stored path, `/objects/{id}` (FILE-1). While
 * the bank is busy, each request is repeated when the bank says to, for up to two minutes (FILE-32). Error messages can
 * be shown to the user (FILE-12).
 *
 * @throws ApiError the session has ended (status 401), the API does not respond (status 0), or the file is refused
 * @throws Error the API returns no upload URL or the connection is lost
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<string> {
  const { signal } = options;
  const { uploadURL, isDirect } = await requestUploadUrl(file.size, options);
  await whileBusy(() => putFile(file, uploadURL, options), options);
  // The document's id, which is the last segment of every upload URL, even for object storage.
  const id = new URL(uploadURL, window.location.origin).pathname.split('/').at(-1) ?? '';
  if (isDirect) await whileBusy(() => confirmUpload(id, signal), options);
  return `/objects/${id}`;
}

async function requestUploadUrl(bytes: number, options: UploadOptions): Promise<UploadUrl> {
  const { signal } = options;
  try {
    const request = () => unwrap(api.POST('/api/objects/upload', { body: { bytes }, signal }));
    const upload = await whileBusy(request, options);
    if (upload.uploadURL) return upload;
  } catch (error) {
    signal.throwIfAborted();
    // Status 0 means that there was no response, which the client's own message already says.
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
      throw uploadError(error.status, error.message, errorFlags(error).retryAfterSeconds);
    }
    throw error;
  }
}
