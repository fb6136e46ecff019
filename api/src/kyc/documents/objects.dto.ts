import { StreamableFile } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ByteCount, Pattern } from '../../http/fields.js';
import { type ContentType, extensionOf, isImageType } from './content-type.js';

const HEX = '[0-9a-fA-F]';
export const OBJECT_PATH = new RegExp(`^/objects/(${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12})$`);

export class UploadRequest {
  @ByteCount({
    optional: true,
    description: 'Size of the file. With it, the link may lead directly to the storage',
  })
  bytes?: number;
}

export class UploadUrlDto {
  @ApiProperty({
    description:
      'Where to PUT the file: once, within 10 minutes, up to 10 MB. The last segment of the path is its id',
  })
  uploadURL: string;

  @ApiProperty({
    description:
      'The link leads directly to the storage: the PUT has the announced length and the type application/octet-stream, ' +
      'and the file counts once POST /api/objects/upload/{id}/confirm has accepted it',
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

  @ApiProperty({ example: 'image/jpeg' })
  contentType: string;

  @ApiProperty({ type: 'integer' })
  bytes: number;
}

export function objectPathOf(id: string): string {
  return `/objects/${id}`;
}

/** Returns the id of a path `/objects/<id>`, or null for any other text. */
export function objectIdOf(path: unknown): string | null {
  const [, id] = (typeof path === 'string' && OBJECT_PATH.exec(path)) || [];
  return id?.toLowerCase() ?? null;
}

/** Bytes and type of a stored object. */
export interface ObjectContents {
  readonly bytes: Buffer;
  readonly contentType: ContentType;
}

/** Responds with an image for display, or another file for download (FILE-5), under a neutral file name. */
export function toStreamableFile({ bytes, contentType }: ObjectContents): StreamableFile {
  const disposition = isImageType(contentType) ? 'inline' : 'attachment';
  return new StreamableFile(bytes, {
    type: contentType,
    disposition: `${disposition}; filename="document.${extensionOf(contentType)}"`,
    length: bytes.length,
  });
}
