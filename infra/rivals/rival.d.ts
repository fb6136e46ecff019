/** An event as a rival stores it: `data` is plain JSON. */
export interface RivalEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** An event store on a database of its own, used as its own documentation says. */
export interface Rival {
  /**
   * Appends one event to a stream that has `version` events; durable when it resolves. Throws if the stream has
   * another number of events.
   */
  append(streamName: string, version: number, event: RivalEvent): Promise<void>;
  /** How many events there are in all streams. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** Makes the store's tables in an empty database (`url` names its superuser) and opens a pool of connections. */
export type OpenRival = (url: string, poolSize: number) => Promise<Rival>;
