import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';

/** How a route that answers with a file is documented. */
export function ApiFile(contentType: string): MethodDecorator {
  return applyDecorators(
    ApiProduces(contentType),
    ApiOkResponse({ content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } }),
  );
}

/** A PDF that the browser shows. */
export function pdfFile(name: string, bytes: Buffer): StreamableFile {
  return new StreamableFile(bytes, { type: 'application/pdf', disposition: `inline; filename="${name}"` });
}

/** A table that the browser saves. */
export function csvFile(name: string, text: string): StreamableFile {
  return new StreamableFile(Buffer.from(text, 'utf8'), {
    type: 'text/csv; charset=utf-8; header=present',
    disposition: `attachment; filename="${name}"`,
  });
}
