import { ApiError } from '@/lib/api/api-error';
import { answerOf, api } from '@/lib/api/client';

/** Sends a file to the place that the API names, and gives the stored path (spec.md §7 and §8, uploads). */
export async function uploadFile(file: File): Promise<string> {
  const uploadUrl = await askForUrl();
  const response = await fetch(uploadUrl, { method: 'PUT', body: file, credentials: 'include' });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`Upload failed: ${response.status} ${reasonOf(text) || response.statusText}`);
  return storedPathOf(uploadUrl);
}

async function askForUrl(): Promise<string> {
  try {
    const { uploadURL } = await answerOf(api.POST('/api/objects/upload'));
    if (uploadURL) return uploadURL;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) {
      throw new Error(`Failed to get upload URL: ${error.status}`, { cause: error });
    }
    throw error;
  }
  throw new Error('No upload URL received from server');
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
