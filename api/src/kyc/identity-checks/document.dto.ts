import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_KINDS, type DocumentKind } from '@moniker/common/applications.js';
import { documentPath } from '../documents/documents.dto.js';
import type { DocumentRow } from './application-documents.js';

/** A document of an application (KYC-62). */
export class DocumentDto {
  @ApiProperty({ enum: DOCUMENT_KINDS })
  kind: DocumentKind;

  @ApiProperty({ example: '/objects/0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11' })
  path: string;

  @ApiProperty({ type: 'integer', description: 'Number of page pictures' })
  pages: number;

  @ApiProperty({ description: 'Whether a rejection named this document, which was not replaced since' })
  isRefused: boolean;
}

/** A document with what admins see of its file. */
export class AdminDocumentDto extends DocumentDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Type of the file that was sent; null before conversion',
  })
  originalType: string | null;

  @ApiProperty({ type: 'integer', description: 'Size of the file that was sent' })
  bytes: number;
}

/**
 * Creates a class with a property for each kind of document, for fields of the specification. `decorate` returns the
 * decorator of each.
 */
export function documentFields<Value>(
  decorate: (kind: DocumentKind) => PropertyDecorator,
): Type<Record<DocumentKind, Value>> {
  class DocumentFields {}
  for (const kind of DOCUMENT_KINDS) decorate(kind)(DocumentFields.prototype, kind);
  return DocumentFields as Type<Record<DocumentKind, Value>>;
}

export function mapDocument({ kind, documentId, pages, isRefused }: DocumentRow): DocumentDto {
  return { kind, path: documentPath(documentId), pages, isRefused };
}

export function mapAdminDocument(row: DocumentRow): AdminDocumentDto {
  const { originalType, bytes } = row;
  return { ...mapDocument(row), originalType, bytes };
}

/** The path of each kind of document, null without one. */
export function documentPathsOf(rows: readonly DocumentRow[]): Record<DocumentKind, string | null> {
  const paths = DOCUMENT_KINDS.map((kind) => {
    const row = rows.find((document) => document.kind === kind);
    return [kind, row === undefined ? null : documentPath(row.documentId)];
  });
  return Object.fromEntries(paths) as Record<DocumentKind, string | null>;
}
