import { WrongExpectedVersionError, type KurrentDBClient } from '@kurrent/kurrentdb-client';
import { appendNothing, FROM_LEADER, IMPOSSIBLE_REVISION, isPermitted, readLast } from './kurrent-stream.js';

/** Returns the name of the stream that holds another stream's metadata. */
export const metadataStreamOf = (stream: string): string => `$$${stream}`;

/**
 * Returns what the client's user may do with a stream, such as `read` or `change metadata`. Finds out by trying,
 * without changing anything.
 */
export async function permissionsOf(client: KurrentDBClient, stream: string): Promise<string[]> {
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    read: () => readLast(client, stream),
    append: () => appendNothing(client, stream),
    delete: () => deleteNothing(client, stream),
    'read metadata': () => readLast(client, metadataStreamOf(stream)),
    'change metadata': () => appendNothing(client, metadataStreamOf(stream)),
  };
  const permitted: string[] = [];
  for (const [action, attempt] of Object.entries(attempts)) {
    if (await isPermitted(attempt)) permitted.push(action);
  }
  return permitted;
}

async function deleteNothing(client: KurrentDBClient, stream: string): Promise<void> {
  try {
    await client.deleteStream(stream, { ...FROM_LEADER, expectedRevision: IMPOSSIBLE_REVISION });
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
}
