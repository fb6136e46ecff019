import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { BRAND } from '@moniker/common/brand.js';
import { LedgerEvents, type LoggedEvent } from '../../ledger/queries/ledger-events.service.js';
import { csvHeader, csvLines } from '../../http/csv.js';
import { plainCsvStream } from '../../http/file-response.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { EventFiltersService } from './event-filters.service.js';
import type { EventFilterQuery } from './event-history.dto.js';
import { EVENT_CSV_COLUMNS, formatEventNdjson } from './event-file-formats.js';

const EVENTS_AT_ONCE = 1_000;

/**
 * Exports exactly the events that a filter finds when the export starts, newest first (HIST-5). The files contain ids
 * but no names, because personal data cannot be erased from a downloaded file.
 */
@Injectable()
export class EventExportService {
  constructor(
    private readonly events: LedgerEvents,
    private readonly filters: EventFiltersService,
    private readonly days: BankDays,
  ) {}

  /** @throws AppError VALIDATION_FAILED the range of days is reversed; nothing has been sent yet */
  async csv(query: EventFilterQuery): Promise<StreamableFile> {
    const pages = await this.pages(query, (events) => csvLines(EVENT_CSV_COLUMNS, events));
    return plainCsvStream(this.fileName('csv'), withHeader(csvHeader(EVENT_CSV_COLUMNS), pages));
  }

  async ndjson(query: EventFilterQuery): Promise<StreamableFile> {
    const pages = await this.pages(query, (events) => events.map(formatEventNdjson).join(''));
    return new StreamableFile(Readable.from(pages), {
      type: 'application/x-ndjson; charset=utf-8',
      disposition: `attachment; filename="${this.fileName('ndjson')}"`,
    });
  }

  private async pages(
    query: EventFilterQuery,
    render: (events: readonly LoggedEvent[]) => string,
  ): Promise<AsyncGenerator<string>> {
    const filter = this.filters.toFilter(query);
    const pages = await this.events.pages(filter, this.filters.toPeriod(query), EVENTS_AT_ONCE);
    async function* renderPages(): AsyncGenerator<string> {
      for await (const events of pages) yield render(events);
    }
    return renderPages();
  }

  private fileName(ending: string): string {
    return `${BRAND.toLowerCase()}-events-${this.days.today()}.${ending}`;
  }
}

async function* withHeader(header: string, pages: AsyncIterable<string>): AsyncGenerator<string> {
  yield header;
  yield* pages;
}
