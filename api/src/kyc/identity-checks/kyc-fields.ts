import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Matches, ValidateBy, type ValidationArguments } from 'class-validator';
import { STATE_PATTERN, stateNameOf, unknownStateRule } from '@moniker/common/address.js';
import { SSN_PATTERN } from '@moniker/common/ssn.js';
import { untrimmed } from '../../http/fields.js';

// Request fields of a KYC application, with their validation rules and error messages (KYC-4, KYC-5, KYC-9).

export const REQUIRED = 'Please fill in all required fields';

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

/** A two-letter US state code (KYC-5). */
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

/** A Social Security number. It can be left out if the user has applied before; the handler checks that (KYC-66). */
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
      description:
        'Required unless the caller has applied before; then the SSN of the last application is used',
    }),
  );
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
