import {
  AccessDeniedError,
  BACKWARDS,
  END,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type KurrentDBClient,
} from '@kurrent/kurrentdb-client';

/** No stream ends there, so a change that expects it never takes effect. */
export const IMPOSSIBLE_REVISION = 2n ** 62n;
/** Followers may answer with older data. */
export const FROM_LEADER = { requiresLeader: true };

/** Returns the stream's settings that let the server remove events. */
export async function limitsOf(client: KurrentDBClient, stream: string): Promise<string[]> {
  const isAllowed = await isPermitted(() => client.getStreamMetadata(stream, FROM_LEADER));
  // Without permission for the settings, `deniedIn` reports it.
  if (!isAllowed) return [];
  const { metadata } = await client.getStreamMetadata(stream, FROM_LEADER);
  const limits = { $maxCount: metadata?.maxCount, $maxAge: metadata?.maxAge, $tb: metadata?.truncateBefore };
  return Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Returns what the client's user may not do with the stream. */
export async function deniedIn(client: KurrentDBClient, stream: string): Promise<string[]> {
  const permitted = {
    read: await isPermitted(() => readLast(client, stream)),
    'append to': await isPermitted(() => appendNothing(client, stream)),
    'read the metadata of': await isPermitted(() => client.getStreamMetadata(stream, FROM_LEADER)),
  };
  return Object.entries(permitted).flatMap(([action, isAllowed]) => (isAllowed ? [] : [action]));
}

/** Whether the server permits the work to the client's user. */
export async function isPermitted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AccessDeniedError) return false;
    throw error;
  }
}

/** Reads the last event of a stream, if there is one. */
export async function readLast(client: KurrentDBClient, stream: string): Promise<void> {
  const options = { ...FROM_LEADER, direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
  try {
    for await (const event of client.readStream(stream, options)) if (event.event !== undefined) return;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
}

/** An append that the server checks and that never takes effect. */
export async function appendNothing(client: KurrentDBClient, stream: string): Promise<void> {
  try {
    await client.appendToStream(stream, [], { ...FROM_LEADER, streamState: IMPOSSIBLE_REVISION });
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
}
