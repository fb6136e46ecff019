import { Readable } from 'node:stream';
import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { BYTE_ORDER_MARK, type CsvColumns, csvHeader, csvLines } from './csv.js';
import { LimitPerUser } from './limit-per-user.js';
import type { Page } from './page.js';

const EXPORT_PAGE_SIZE = 1_000;
const MAX_EXPORTED = 1_000_000;

/** Adds the file to a route's documented responses, and limits how many files a user may get per minute (SEC-18). */
export function ApiFile(contentType: string): MethodDecorator {
  return applyDecorators(
    LimitPerUser('files'),
    ApiProduces(contentType),
    ApiOkResponse({ content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } }),
  );
}

/** A PDF that the browser displays. */
export function pdfFile(name: string, bytes: Buffer): StreamableFile {
  return new StreamableFile(bytes, { type: 'application/pdf', disposition: `inline; filename="${name}"` });
}

/** A CSV file that the browser saves, for spreadsheets (CON-6). */
export function csvFile(name: string, text: string): StreamableFile {
  return new StreamableFile(Buffer.from(BYTE_ORDER_MARK + text, 'utf8'), csvHeaders(name));
}

/** A list as a CSV file, read page by page while it is sent. Ends after a million rows. */
export function csvFileOfPages<Row>(
  name: string,
  columns: CsvColumns<Row>,
  read: (cursor: string | undefined, limit: number) => Promise<Page<Row>>,
): StreamableFile {
  async function* parts(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvHeader(columns);
    let cursor: string | undefined;
    for (let count = 0; count < MAX_EXPORTED; count += EXPORT_PAGE_SIZE) {
      const page = await read(cursor, EXPORT_PAGE_SIZE);
      yield csvLines(columns, page.items);
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }
  return plainCsvStream(name, parts());
}

/**
 * Streams a CSV file exactly as given. If the file is for programs, `parts` must not begin with a byte order mark,
 * because programs would take it as part of the first column's name.
 */
export function plainCsvStream(name: string, parts: AsyncIterable<string>): StreamableFile {
  return new StreamableFile(Readable.from(parts), csvHeaders(name));
}

function csvHeaders(name: string) {
  return { type: 'text/csv; charset=utf-8; header=present', disposition: `attachment; filename="${name}"` };
}
