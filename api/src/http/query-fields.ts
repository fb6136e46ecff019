import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';

// Decorators for optional query parameters.

const DAY = /^20\d{2}-\d{2}-\d{2}$/;
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
const DIGITS = /^\d{1,9}$/;

/** Whether a value is an existing date, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const moment = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(value);
}

/** A bank day, `YYYY-MM-DD`. */
export function BankDay(description: string): PropertyDecorator {
  return optionalQueryField('isBankDay', isDay, '$property must be a date like 2026-11-20', {
    format: 'date',
    description,
  });
}

/** A month, `YYYY-MM`. */
export function BankMonth(description: string): PropertyDecorator {
  const isMonth = (value: unknown): boolean => typeof value === 'string' && MONTH.test(value);
  return optionalQueryField('isBankMonth', isMonth, '$property must be a month like 2026-11', {
    pattern: MONTH.source,
    description,
  });
}

/** A bank day, or a timestamp with its offset from UTC. */
export function DayOrTimestamp(description: string): PropertyDecorator {
  const message = '$property must be a date like 2026-11-20 or a moment like 2026-11-20T16:05:00Z';
  const isEither = (value: unknown): boolean => isDay(value) || isTimestamp(value);
  return optionalQueryField('isDayOrMoment', isEither, message, { description });
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const day = TIMESTAMP.exec(value)?.[1];
  return isDay(day) && !Number.isNaN(Date.parse(value));
}

/** A whole number, sent as digits. */
export function WholeNumber(min: number, max: number, description: string): PropertyDecorator {
  const message = `$property must be a whole number from ${min} to ${max}`;
  return applyDecorators(
    IsOptional(),
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
    IsOptional(),
    ValidateBy({ name, validator: { validate, defaultMessage: () => message } }),
    ApiPropertyOptional({ type: String, ...schema }),
  );
}
