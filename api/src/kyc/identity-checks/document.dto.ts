import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import {
  type AccountType,
  DOCUMENT_KINDS,
  type DocumentKind,
  DOCUMENTS,
  hasDocument,
} from '@moniker/common/applications.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { DOCUMENT_PATH, documentPath, parseDocumentPath } from '../documents/documents.dto.js';
import { isMissing } from './kyc-fields.js';

const EXAMPLE_PATH = '/objects/0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11';

/** Messages for missing documents, by account type (KYC-6, KYC-7). */
export const DOCUMENTS_REQUIRED: Readonly<Record<AccountType, string>> = {
  personal: 'Please upload both front and back of your driving license',
  business: 'Please upload all required business documents',
};

/** A document of an application (KYC-62). */
export class DocumentDto {
  @ApiProperty({ enum: DOCUMENT_KINDS })
  kind: DocumentKind;

  @ApiProperty({ example: '/objects/0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11' })
  path: string;

  @ApiProperty({ type: 'integer', description: 'Number of page pictures' })
  pages: number;

  @ApiProperty({ description: 'Whether a rejection named this document and it has not been replaced since' })
  isRefused: boolean;
}

/** `d` is the row that links application `k` to a document, and `o` the stored document. */
const DOCUMENT_COLUMNS: ColumnsOf<DocumentDto> = {
  kind: 'd.kind',
  path: `'${documentPath('')}' || d.object_id`,
  pages: 'greatest(cardinality(o.page_sha256), 1)',
  isRefused: 'd.refused_object_id is not distinct from d.object_id',
};

/** A document, including the file details that admins see. */
export class AdminDocumentDto extends DocumentDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Type of the file that was sent; null if it is older than page pictures and not converted yet',
  })
  originalType: string | null;

  @ApiProperty({ type: 'integer', description: 'Size of the file that was sent' })
  bytes: number;
}

// In display order, without kinds that a newer release has added.
const DOCUMENTS_OF_K = `from unnest(array[${DOCUMENT_KINDS.map((kind) => `'${kind}'`).join()}]) with ordinality as known (kind, place)
    join kyc_document d on d.application_id = k.id and d.kind = known.kind
    join stored_object o on o.id = d.object_id`;

/** Application `k`'s documents as its customer sees them. */
export const DOCUMENTS_SQL = jsonList(DOCUMENT_COLUMNS);

/** Application `k`'s documents as admins see them. */
export const ADMIN_DOCUMENTS_SQL = jsonList({
  ...DOCUMENT_COLUMNS,
  originalType: 'o.original_type',
  bytes: 'o.bytes',
} satisfies ColumnsOf<AdminDocumentDto>);

/**
 * The kinds that a rejection of application `k` asked for, even if the customer has since replaced the document
 * (KYC-64).
 */
export const NAMED_KINDS_SQL = `(select coalesce(json_agg(d.kind order by known.place), '[]') ${DOCUMENTS_OF_K}
    where d.refused_object_id is not null)`;

function jsonList(columns: Readonly<Record<string, string>>): string {
  const fields = Object.entries(columns).flatMap(([name, sql]) => [`'${name}'`, sql]);
  return `(select coalesce(json_agg(json_build_object(${fields.join()}) order by known.place), '[]') ${DOCUMENTS_OF_K})`;
}

/** The message for a document that the application's account type does not need (KYC-8). */
export function notForAccountType(kind: DocumentKind): string {
  return `${kind} is for ${DOCUMENTS[kind].accountTypes.join(' and ')} accounts only`;
}

/**
 * Creates a class with a property for each kind of document, because the specification gives each kind its own field.
 * `decorate` returns each property's decorator.
 */
export function documentFields<Value>(
  decorate: (kind: DocumentKind) => PropertyDecorator,
): Type<Record<DocumentKind, Value>> {
  class DocumentFields {}
  for (const kind of DOCUMENT_KINDS) decorate(kind)(DocumentFields.prototype, kind);
  return DocumentFields as Type<Record<DocumentKind, Value>>;
}

/** The path of each kind of document, or null. */
export function documentPaths(documents: readonly DocumentDto[]): Record<DocumentKind, string | null> {
  const paths = DOCUMENT_KINDS.map((kind) => {
    return [kind, documents.find((document) => document.kind === kind)?.path ?? null];
  });
  return Object.fromEntries(paths) as Record<DocumentKind, string | null>;
}

/**
 * The path of an uploaded document. Refused if the request's account type does not use this kind of document. The path
 * can be left out if the last application's document is kept; the handler checks that (KYC-65).
 */
export function DocumentPath(kind: DocumentKind): PropertyDecorator {
  const isFor = (args: ValidationArguments | undefined): boolean =>
    hasDocument(isBusiness(args) ? 'business' : 'personal', kind);
  const types = DOCUMENTS[kind].accountTypes.join(' and ');
  return applyDecorators(
    ValidateBy({
      name: 'isDocumentPath',
      validator: {
        validate: (value: unknown, args?: ValidationArguments) =>
          isMissing(value) || (isFor(args) && parseDocumentPath(value) !== null),
        defaultMessage: (args?: ValidationArguments) =>
          isFor(args) ? `${kind} must be a path of the form /objects/…` : notForAccountType(kind),
      },
    }),
    ApiPropertyOptional({
      ...{ type: String, nullable: true, pattern: DOCUMENT_PATH.source, example: EXAMPLE_PATH },
      description: `Required for ${types} accounts, unless it is kept from the last application`,
    }),
  );
}

/** The path of any uploaded document. */
export function ObjectPath(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isObjectPath',
      validator: {
        validate: (value: unknown) => parseDocumentPath(value) !== null,
        defaultMessage: () => '$property must be a path of the form /objects/…',
      },
    }),
    ApiProperty({ type: String, pattern: DOCUMENT_PATH.source, example: EXAMPLE_PATH }),
  );
}

function isBusiness(args: ValidationArguments | undefined): boolean {
  const request = args?.object;
  return request !== undefined && 'accountType' in request && request.accountType === 'business';
}
