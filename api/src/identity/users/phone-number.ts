import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Matches } from 'class-validator';
import { PHONE_NUMBER_PATTERN, PHONE_NUMBER_RULE } from '@moniker/common/phone-number.js';
import { plainNumber } from '@moniker/common/typed-number.js';
import { ShortText, untrimmed } from '../../http/fields.js';

const MAX_LENGTH = 32;

/**
 * Validates a phone number and normalizes its separators (TRF-50). `missing` is the error message for an empty field.
 */
export function PhoneNumber(missing: string): PropertyDecorator {
  return applyDecorators(
    ShortText(MAX_LENGTH, { message: missing }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? plainNumber(value) : value,
    ),
    ApiProperty({ pattern: untrimmed(PHONE_NUMBER_PATTERN) }),
    Matches(PHONE_NUMBER_PATTERN, { message: PHONE_NUMBER_RULE }),
  );
}
