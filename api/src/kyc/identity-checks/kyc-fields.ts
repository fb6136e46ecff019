import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Matches, ValidateBy, type ValidationArguments } from 'class-validator';
import { STATE_PATTERN, stateNameOf, unknownStateRule } from '@moniker/common/address.js';
import { type DocumentKind, hasDocument } from '@moniker/common/applications.js';
import { untrimmed } from '../../http/fields.js';
import { objectIdOf, OBJECT_PATH } from '../documents/objects.dto.js';

/** Request fields whose rules and messages depend on the account type (KYC-4 to KYC-8). */

export const REQUIRED = 'Please fill in all required fields';
const LICENSE_REQUIRED = 'Please upload both front and back of your driving license';
const DOCUMENTS_REQUIRED = 'Please upload all required business documents';

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

/** The path of an uploaded document: required if the account type has the document, refused otherwise. */
export function DocumentPath(field: DocumentKind): PropertyDecorator {
  const example = { type: String, pattern: OBJECT_PATH.source, example: EXAMPLE_PATH };
  const isForAllTypes = hasDocument('personal', field);
  return applyDecorators(
    ValidateBy({
      name: 'isDocumentPath',
      validator: {
        validate: (value: unknown, args?: ValidationArguments) =>
          isForAllTypes || isBusiness(args) ? objectIdOf(value) !== null : isMissing(value),
        defaultMessage: (args?: ValidationArguments) => messageOf(field, args),
      },
    }),
    isForAllTypes
      ? ApiProperty(example)
      : ApiPropertyOptional({ ...example, nullable: true, description: 'Required for business accounts' }),
  );
}

/** The path of any uploaded document. */
export function ObjectPath(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isObjectPath',
      validator: {
        validate: (value: unknown) => objectIdOf(value) !== null,
        defaultMessage: () => '$property must be a path of the form /objects/…',
      },
    }),
    ApiProperty({ type: String, pattern: OBJECT_PATH.source, example: EXAMPLE_PATH }),
  );
}

function messageOf(field: DocumentKind, args: ValidationArguments | undefined): string {
  if (!isMissing(args?.value)) {
    return isBusiness(args) || hasDocument('personal', field)
      ? `${field} must be a path of the form /objects/…`
      : `${field} is for business accounts only`;
  }
  return isBusiness(args) ? DOCUMENTS_REQUIRED : LICENSE_REQUIRED;
}

function isBusiness(args: ValidationArguments | undefined): boolean {
  const request = args?.object;
  return request !== undefined && 'accountType' in request && request.accountType === 'business';
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
