import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ByteCount, Pattern } from '../../http/fields.js';
import { WholeNumber } from '../../http/query-fields.js';

/** No document has more pages than this. */
const MAX_PAGES = 999;
const HEX = '[0-9a-fA-F]';
export const DOCUMENT_PATH = new RegExp(`^/objects/(${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12})$`);

export class UploadRequest {
  @ByteCount({
    optional: true,
    description: 'Size of the file. With it, the link may lead directly to storage',
  })
  bytes?: number;
}

export class UploadUrlDto {
  @ApiProperty({
    description:
      "Where to PUT the file: once, within 10 minutes, up to 10 MB. The last segment of the path is the file's id",
  })
  uploadURL: string;

  @ApiProperty({
    description:
      'Whether the link leads directly to storage. If so, PUT exactly the announced length with the type application/octet-stream, ' +
      'then confirm the upload. The file counts as uploaded only after POST /api/objects/upload/{id}/confirm has accepted it',
  })
  isDirect: boolean;
}

/** Query parameters of an upload link. */
export class UploadLinkQuery {
  @Pattern(/^\d{1,15}$/, 'The upload link is not valid')
  expires: string;

  @Pattern(/^[\w-]{1,100}$/, 'The upload link is not valid')
  signature: string;
}

export class StoredObjectDto {
  @ApiProperty({ example: '/objects/0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11' })
  objectPath: string;

  @ApiProperty({ example: 'image/jpeg', description: 'Type of the page picture at `objectPath`' })
  contentType: string;

  @ApiProperty({ type: 'integer', description: 'Size of the file that was sent' })
  bytes: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of page pictures' })
  pages: number;
}

/** Query parameters of a document. */
export class PageQuery {
  @WholeNumber(1, MAX_PAGES, 'Number of the page, from 1; the first page by default')
  page?: number;
}

export function documentPath(id: string): string {
  return `/objects/${id}`;
}

/** Returns the id of a path `/objects/<id>`, or null for any other text. */
export function parseDocumentPath(path: unknown): string | null {
  const [, id] = (typeof path === 'string' && DOCUMENT_PATH.exec(path)) || [];
  return id?.toLowerCase() ?? null;
}

/** Which part of a document to read: the number of a page picture, from 1, or all of them as a PDF. */
export type DocumentSelection = number | 'pdf';

/** A part of a document, ready to be sent. */
export interface DocumentContents {
  readonly content: Buffer | Readable;
  readonly contentType: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/**
 * Responds with a document under a neutral file name. A PDF stored before page pictures existed is only offered as a
 * download, unchanged.
 */
export function toStreamableFile({ content, contentType }: DocumentContents): StreamableFile {
  const isOldPdf = Buffer.isBuffer(content) && contentType === 'application/pdf';
  const options = {
    type: contentType,
    disposition: `${isOldPdf ? 'attachment' : 'inline'}; filename="document.${EXTENSIONS[contentType] ?? 'bin'}"`,
  };
  if (!Buffer.isBuffer(content)) return new StreamableFile(content, options);
  return new StreamableFile(content, { ...options, length: content.length });
}
