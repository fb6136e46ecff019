import { Readable } from 'node:stream';
import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { BYTE_ORDER_MARK } from './csv.js';
import { LimitPerUser } from './limit-per-user.js';

/** Documents a route that responds with a file, and limits how many of them one user may get a minute (SEC-18). */
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

/** A CSV file that is streamed part by part, for long tables. */
export function csvStream(name: string, parts: AsyncIterable<string>): StreamableFile {
  return plainCsvStream(name, withByteOrderMark(parts));
}

/** The same for programs, which would take a byte order mark as a part of the first column's name. */
export function plainCsvStream(name: string, parts: AsyncIterable<string>): StreamableFile {
  return new StreamableFile(Readable.from(parts), csvHeaders(name));
}

async function* withByteOrderMark(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* parts;
}

function csvHeaders(name: string) {
  return { type: 'text/csv; charset=utf-8; header=present', disposition: `attachment; filename="${name}"` };
}
