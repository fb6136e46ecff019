import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Matches, ValidateBy, type ValidationArguments } from 'class-validator';
import { STATE_PATTERN, stateNameOf, unknownStateRule } from '@moniker/common/address.js';
import { type AccountType, type DocumentKind, DOCUMENTS, hasDocument } from '@moniker/common/applications.js';
import { SSN_PATTERN } from '@moniker/common/ssn.js';
import { notForAccountType } from './application-documents.js';
import { untrimmed } from '../../http/fields.js';
import { parseDocumentPath, DOCUMENT_PATH } from '../documents/documents.dto.js';

/** Request fields whose rules and messages depend on the account type (KYC-4 to KYC-8). */

export const REQUIRED = 'Please fill in all required fields';
/** For missing documents, by account type (KYC-6, KYC-7). */
export const DOCUMENTS_REQUIRED: Readonly<Record<AccountType, string>> = {
  personal: 'Please upload both front and back of your driving license',
  business: 'Please upload all required business documents',
};

const EXAMPLE_PATH = '/objects/0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11';

/** Text that matches a pattern. If it is missing or blank, the message is the one for required fields. */
export function RequiredPattern(pattern: RegExp, message: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value)),
    Matches(pattern, {
      message: ({ value }: ValidationArguments) => (isMissing(value) ? REQUIRED : message),
    }),
    ApiProperty({ type: String, pattern: untrimmed(pattern) }),
  );
}

/** A US state: two letters that one has (KYC-5). */
export function KnownState(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isKnownState',
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' || !STATE_PATTERN.test(value) || stateNameOf(value) !== undefined,
        defaultMessage: (args?: ValidationArguments) => unknownStateRule(String(args?.value)),
      },
    }),
    RequiredPattern(STATE_PATTERN, 'State must be 2 letters'),
  );
}

/**
 * A Social Security number. It may be left out after an earlier application, which the handler knows (KYC-66).
 */
export function Ssn(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value)),
    ValidateBy({
      name: 'isSsn',
      validator: {
        validate: (value: unknown) =>
          isMissing(value) || (typeof value === 'string' && SSN_PATTERN.test(value)),
        defaultMessage: () => 'SSN must be 9 digits',
      },
    }),
    ApiPropertyOptional({
      ...{ type: String, nullable: true, pattern: untrimmed(SSN_PATTERN) },
      description: 'Required unless the caller has applied before: the last one counts then',
    }),
  );
}

/**
 * The path of an uploaded document, if the account type has the document. It may be left out if the last application keeps
 * it, which the handler knows (KYC-65).
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
      description: `Required for ${types} accounts, unless the last application was rejected for other documents`,
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

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
