import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BRAND } from '../constants.js';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { searchEvents } from '../ledger/search/search-events.js';
import { readInSnapshot } from '../platform/database/read-in-snapshot.js';
import { csvHeader, csvLines } from '../platform/http/csv.js';
import { csvStream } from '../platform/http/file-response.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import { EventFiltersService } from './event-filters.service.js';
import type { EventFilterQuery } from './event-history.dto.js';
import { EVENT_CSV_COLUMNS, formatEventNdjson } from './event-file-formats.js';

const EVENTS_AT_ONCE = 1_000;

/**
 * Files of exactly the events that a filter finds, newest first, as they stood when the export began. They hold
 * ids and no names: a file that has left the bank cannot forget a person.
 */
@Injectable()
export class EventExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly filters: EventFiltersService,
    private readonly days: BankDays,
  ) {}

  /** Throws VALIDATION_FAILED, before anything is sent, for a range of days that is none. */
  async csv(query: EventFilterQuery): Promise<StreamableFile> {
    const parts = await this.parts(query, (events) => csvLines(EVENT_CSV_COLUMNS, events));
    return csvStream(this.fileName('csv'), withHeader(csvHeader(EVENT_CSV_COLUMNS), parts));
  }

  async ndjson(query: EventFilterQuery): Promise<StreamableFile> {
    const parts = await this.parts(query, (events) => events.map(formatEventNdjson).join(''));
    return new StreamableFile(Readable.from(parts), {
      type: 'application/x-ndjson; charset=utf-8',
      disposition: `attachment; filename="${this.fileName('ndjson')}"`,
    });
  }

  private async parts(
    query: EventFilterQuery,
    render: (events: readonly RecordedEvent[]) => string,
  ): Promise<AsyncGenerator<string>> {
    const filter = this.filters.toFilter(query);
    const { after, upTo } = await readInSnapshot(this.dataSource, (sql) =>
      this.filters.resolveRange(sql, query),
    );
    // Each page is a snapshot of its own: what is up to the end of the log then never changes, and no transaction
    // stays open for as long as a slow reader takes.
    const readPage = (before: number) =>
      readInSnapshot(this.dataSource, (sql) =>
        searchEvents(sql, filter, { after, upTo: before - 1 }, EVENTS_AT_ONCE),
      );
    async function* pages(): AsyncGenerator<string> {
      for (let before: number | null = upTo + 1; before !== null;) {
        const page = await readPage(before);
        yield render(page.events);
        before = page.before;
      }
    }
    return pages();
  }

  private fileName(ending: string): string {
    return `${BRAND.toLowerCase()}-events-${this.days.today()}.${ending}`;
  }
}

async function* withHeader(header: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield header;
  yield* parts;
}
