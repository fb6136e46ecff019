import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { readInSnapshot } from '../../platform/database/snapshot.js';
import { sqlOfSource, type Sql } from '../../platform/database/sql.js';
import { startPolling, type Polling } from '../../platform/process/polling.js';
import type { Head } from '../log/event-log.port.js';
import { catchUp } from '../log/log-follower.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { ACTOR_ROLES, userIdOfActor, type ActorRole } from '../log/event-index-row.js';
import type { EventFilter } from './event-filter.js';
import { loadEventDetail, type EventDetail, type EventDetailEntry } from './load-event-detail.js';
import { findChangedTexts } from '../texts/find-changed-texts.js';
import { toLoggedEvent, toParsedEvent, type LoggedEvent, type ParsedEvent } from './logged-event.js';
import { resolvePosition } from '../log/resolve-position.js';
import { countEvents, indexedPosition, searchEvents, type PositionRange } from './search-events.js';
import { eventsOfTransaction, newestEvents } from './stream-events.js';
import type { CustomerEntry, TransactionEvent, TransactionRange } from './stream-events.js';

export { ACTOR_ROLES, userIdOfActor };
export type {
  ActorRole,
  CustomerEntry,
  EventDetailEntry,
  EventFilter,
  LoggedEvent,
  ParsedEvent,
  TransactionEvent,
};

/** The time after `after`, up to and including `until`. If either is missing, the period is open on that side. */
export interface Period {
  readonly after?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Which page of a search to return. */
export interface PageOfEvents {
  /** The page has events before this position. Missing for the first page. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A page of matching events, newest first. */
export interface FoundEvents {
  readonly events: readonly LoggedEvent[];
  /** `before` for the next page; null on the last page. */
  readonly before: number | null;
  /** Number of matches, up to a maximum. Null on later pages, and if the index is too far behind. */
  readonly total: number | null;
}

/** One event with its hash check, neighbors and entries, and the other events of the same request. */
export interface EventContext extends Omit<EventDetail, 'event'> {
  readonly event: LoggedEvent;
  /** Newest first. */
  readonly correlated: readonly LoggedEvent[];
  /** The end of the log. */
  readonly lastPosition: number;
}

/** Handles events in batches. Each batch runs in the transaction that also stores the position reached. */
export interface EventHandler {
  /** Primary key of the handler's row in `ledger_follower`. A migration must add the row. */
  readonly name: string;
  readonly batchSize: number;
  handle(manager: EntityManager, events: readonly ParsedEvent[]): Promise<void>;
}

/** Lets features read the log's events: by filter, by position, by stream, and as they are appended. */
@Injectable()
export class LedgerEvents {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns one page of a period's matching events (HIST-1). New events do not shift pages. */
  search(filter: EventFilter, period: Period, { before, limit }: PageOfEvents): Promise<FoundEvents> {
    return readInSnapshot(this.dataSource, async (sql) => {
      const range = await resolvePeriod(sql, period);
      const upTo = before === undefined ? range.upTo : Math.min(range.upTo, before - 1);
      const page = await searchEvents(sql, filter, { ...range, upTo }, limit);
      const isAll = before === undefined && page.before === null;
      const isCounted = before === undefined && !isAll;
      const total = isCounted ? await countEvents(sql, filter, range) : isAll ? page.events.length : null;
      return { events: page.events.map(toLoggedEvent), before: page.before, total };
    });
  }

  /**
   * Returns all events of a period that match a filter, as of now, page by page, newest first. Each page has its own
   * snapshot, so no transaction stays open while a slow client reads. The pages fit together, because events in the log
   * never change.
   */
  async pages(filter: EventFilter, period: Period, size: number): Promise<AsyncGenerator<LoggedEvent[]>> {
    const { dataSource } = this;
    const { after, upTo } = await readInSnapshot(dataSource, (sql) => resolvePeriod(sql, period));
    async function* readPages(): AsyncGenerator<LoggedEvent[]> {
      for (let before: number | null = upTo + 1; before !== null;) {
        const range: PositionRange = { after, upTo: before - 1 };
        const page = await readInSnapshot(dataSource, (sql) => searchEvents(sql, filter, range, size));
        yield page.events.map(toLoggedEvent);
        before = page.before;
      }
    }
    return readPages();
  }

  /**
   * Returns the event at a position, along with up to `maxCorrelated` of its request's other events, newest first
   * (HIST-3). Returns null if the log has no such position.
   */
  find(position: number, maxCorrelated: number): Promise<EventContext | null> {
    return readInSnapshot(this.dataSource, async (sql) => {
      const detail = await loadEventDetail(sql, position);
      if (detail === null) return null;
      const { position: lastPosition } = await postgresEventLog.head(sql);
      const { correlationId } = detail.event;
      const range = { after: 0, upTo: lastPosition };
      const page =
        correlationId === ''
          ? { events: [] }
          : await searchEvents(sql, { correlationId }, range, maxCorrelated + 1);
      const others = page.events.filter((event) => event.position !== position).slice(0, maxCorrelated);
      const correlated = others.map(toLoggedEvent);
      return { ...detail, event: toLoggedEvent(detail.event), correlated, lastPosition };
    });
  }

  /** Returns the customers of the newest `limit` events that a request has recorded since a given time. */
  async customersOfRequest(correlationId: string, since: Date, limit: number): Promise<ReadonlySet<string>> {
    const { events } = await this.search({ correlationId }, { after: since }, { limit });
    return new Set(events.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])));
  }

  /** Returns the position of the last event at or before a given time. */
  async positionAt(time: Date): Promise<number> {
    return (await resolvePosition(sqlOfSource(this.dataSource), { kind: 'time', time })).position;
  }

  /** Returns the end of the log, and how many of its events the search index has not processed. */
  head(): Promise<Head & { readonly indexLag: number }> {
    return readInSnapshot(this.dataSource, async (sql) => {
      const head = await postgresEventLog.head(sql);
      return { ...head, indexLag: Math.max(head.position - (await indexedPosition(sql)), 0) };
    });
  }

  /** Returns the given transactions whose texts are missing or don't match their events (TRF-40). */
  withChangedTexts(transactionIds: readonly string[]): Promise<ReadonlySet<string>> {
    return findChangedTexts(sqlOfSource(this.dataSource), transactionIds);
  }

  /** Returns a transaction's newest events, at most `limit`, in log order. */
  ofTransaction(transaction: TransactionRange, limit: number): Promise<TransactionEvent[]> {
    return eventsOfTransaction(sqlOfSource(this.dataSource), transaction, limit);
  }

  /** Reads each stream's newest `limit` events. Returns the events that are not by `exceptActor`, newest first. */
  newestOf(
    streams: readonly string[],
    options: { readonly limit: number; readonly exceptActor: string },
  ): Promise<ParsedEvent[]> {
    return newestEvents(sqlOfSource(this.dataSource), streams, options);
  }

  /**
   * Passes every event to a handler, once and in log order (see `LogFollower`). Then polls for new events until the
   * returned polling is stopped. Polls because a notification per commit would slow down the ledger's write path.
   */
  follow(handler: EventHandler, everyMs: number, onError: (error: unknown) => void): Polling {
    let isStopping = false;
    const { name, batchSize } = handler;
    const follower = {
      ...{ name, batchSize },
      handle: (manager: EntityManager, events: Parameters<typeof toParsedEvent>[0][]) =>
        handler.handle(manager, events.map(toParsedEvent)),
    };
    const polling = startPolling(
      everyMs,
      () => catchUp(this.dataSource, follower, () => isStopping),
      onError,
    );
    return {
      stop() {
        isStopping = true;
        return polling.stop();
      },
    };
  }
}

async function resolvePeriod(sql: Sql, { after, until }: Period): Promise<PositionRange> {
  const positionAt = async (time: Date | undefined): Promise<number> =>
    (await resolvePosition(sql, time && { kind: 'time', time })).position;
  return { after: after === undefined ? 0 : await positionAt(after), upTo: await positionAt(until) };
}
