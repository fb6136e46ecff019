/** An event as a rival event store appends it. `data` is plain JSON. */
export interface RivalEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** An event store to compare the ledger with. It has its own database and is used as its documentation describes. */
export interface Rival {
  /**
   * Appends one event to a stream that has `version` events. The event is durable when the promise resolves. Rejects if
   * the stream's version differs.
   */
  append(streamName: string, version: number, event: RivalEvent): Promise<void>;
  /** The number of events in all streams. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** Creates the store's tables in an empty database (`url` connects as its superuser) and opens a connection pool. */
export type OpenRival = (url: string, poolSize: number) => Promise<Rival>;
