import {
  AccessDeniedError,
  BACKWARDS,
  END,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type KurrentDBClient,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';
import { isFence } from './kurrent-event.js';

/** No stream ever has this revision, so an append that expects it never takes effect. */
export const IMPOSSIBLE_REVISION = 2n ** 62n;
/** Lets only the leader answer, because other servers may have stale data. */
export const FROM_LEADER = { requiresLeader: true };

/** Returns the stream's settings that let the server remove events. */
export async function limitsOf(client: KurrentDBClient, stream: string): Promise<string[]> {
  const isAllowed = await isPermitted(() => client.getStreamMetadata(stream, FROM_LEADER));
  // If we lack permission to read the settings, `deniedIn` reports that.
  if (!isAllowed) return [];
  const { metadata } = await client.getStreamMetadata(stream, FROM_LEADER);
  const limits = { $maxCount: metadata?.maxCount, $maxAge: metadata?.maxAge, $tb: metadata?.truncateBefore };
  return Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Returns the permissions that the client's user lacks for the stream. A reader needs no permission to append. */
export async function deniedIn(
  client: KurrentDBClient,
  stream: string,
  user: 'reader' | 'writer',
): Promise<string[]> {
  const permitted = {
    read: await isPermitted(() => readLast(client, stream)),
    'append to': user === 'reader' || (await isPermitted(() => appendNothing(client, stream))),
    'read the metadata of': await isPermitted(() => client.getStreamMetadata(stream, FROM_LEADER)),
  };
  return Object.entries(permitted).flatMap(([action, isAllowed]) => (isAllowed ? [] : [action]));
}

/** Whether the server lets the client's user do this. */
export async function isPermitted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AccessDeniedError) return false;
    throw error;
  }
}

/** Whether the stream was closed. Returns false if the user lacks permission to read it. */
export async function isClosedByFence(client: KurrentDBClient, stream: string): Promise<boolean> {
  let isClosed = false;
  await isPermitted(async () => {
    const last = await readLast(client, stream);
    isClosed = last !== undefined && isFence(last);
  });
  return isClosed;
}

/** Returns a stream's last event, if there is one. */
export async function readLast(client: KurrentDBClient, stream: string): Promise<ResolvedEvent | undefined> {
  const options = { ...FROM_LEADER, direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
  try {
    for await (const event of client.readStream(stream, options)) return event;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return undefined;
}

/** Attempts an append that the server checks but never carries out. */
export async function appendNothing(client: KurrentDBClient, stream: string): Promise<void> {
  try {
    await client.appendToStream(stream, [], { ...FROM_LEADER, streamState: IMPOSSIBLE_REVISION });
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
}
