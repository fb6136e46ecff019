import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { BANK_DAY_PATTERN, BANK_MONTH_PATTERN, isBankDay } from '@moniker/common/bank-days.js';
import { Optional } from './fields.js';

// Decorators for optional query parameters.

const DIGITS = /^\d{1,9}$/;

/** Whether a value is a valid date, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && isBankDay(value);
}

/** A bank day, `YYYY-MM-DD`. */
export function BankDay(description: string): PropertyDecorator {
  return optionalQueryField('isBankDay', isDay, '$property must be a date like 2026-11-20', {
    format: 'date',
    pattern: BANK_DAY_PATTERN.source,
    description,
  });
}

/** A month, `YYYY-MM`. */
export function BankMonth(description: string): PropertyDecorator {
  const isMonth = (value: unknown): boolean => typeof value === 'string' && BANK_MONTH_PATTERN.test(value);
  return optionalQueryField('isBankMonth', isMonth, '$property must be a month like 2026-11', {
    pattern: BANK_MONTH_PATTERN.source,
    description,
  });
}

/** A bank day, or a timestamp with its offset from UTC. */
export function DayOrTimestamp(description: string): PropertyDecorator {
  const message = '$property must be a date like 2026-11-20 or a time like 2026-11-20T16:05:00Z';
  const isEither = (value: unknown): boolean => isDay(value) || isTimestamp(value);
  return optionalQueryField('isDayOrMoment', isEither, message, {
    pattern: DAY_OR_TIMESTAMP,
    description,
  });
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

const DAY_OR_TIMESTAMP = `${BANK_DAY_PATTERN.source}|${TIMESTAMP.source}`;

function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const day = TIMESTAMP.exec(value)?.[1];
  return isDay(day) && !Number.isNaN(Date.parse(value));
}

/** A whole number, sent as digits. */
export function WholeNumber(min: number, max: number, description: string): PropertyDecorator {
  const message = `$property must be a whole number from ${min} to ${max}`;
  return applyDecorators(
    Optional(),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' && DIGITS.test(value) ? Number(value) : value,
    ),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, description }),
  );
}

function optionalQueryField(
  name: string,
  validate: (value: unknown) => boolean,
  message: string,
  schema: Parameters<typeof ApiProperty>[0],
): PropertyDecorator {
  return applyDecorators(
    Optional(),
    ValidateBy({ name, validator: { validate, defaultMessage: () => message } }),
    ApiPropertyOptional({ type: String, ...schema }),
  );
}
