import { isRecord } from './is-record.js';

/* Checks for payload fields. Each check also determines its field's TypeScript type, so a payload is declared once. */

export type Field<Value> = (value: unknown) => value is Value;
export type Fields = Readonly<Record<string, Field<unknown>>>;

export type ValueOf<Checked> = Checked extends Field<infer Value> ? Value : never;

type OptionalNames<Of extends Fields> = {
  [Name in keyof Of]: undefined extends ValueOf<Of[Name]> ? Name : never;
}[keyof Of];

/** The values of an object with these fields. A field that may be absent is optional. */
export type ValuesOf<Of extends Fields> = {
  readonly [Name in Exclude<keyof Of, OptionalNames<Of>>]: ValueOf<Of[Name]>;
} & { readonly [Name in OptionalNames<Of>]?: Exclude<ValueOf<Of[Name]>, undefined> };

export function text(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function cents(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function basisPoints(value: unknown): value is number {
  return cents(value) && value >= 0 && value <= 10_000;
}

export function day(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

export function time(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Maximum length: more than any value that an authenticator or browser returns. */
const MAX_BASE64URL = 2_000;

export function base64Url(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_BASE64URL && /^[A-Za-z0-9_-]+$/.test(value);
}

export function oneOf<const Value>(values: readonly Value[]): Field<Value> {
  const known: readonly unknown[] = values;
  return (value): value is Value => known.includes(value);
}

export function nullOr<Value>(field: Field<Value>): Field<Value | null> {
  return (value): value is Value | null => value === null || field(value);
}

export function absentOr<Value>(field: Field<Value>): Field<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || field(value);
}

export function listOf<Value>(field: Field<Value>): Field<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(field);
}

/** An object with these fields, and possibly others. */
export function record<const Of extends Fields>(fields: Of): Field<ValuesOf<Of>> {
  const checks = Object.entries(fields);
  return (value): value is ValuesOf<Of> =>
    isRecord(value) && checks.every(([name, check]) => check(value[name]));
}
