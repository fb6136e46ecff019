import fc from 'fast-check';
import type { OpenApi, Schema } from './openapi.fixtures.js';

const ANY_TEXT = 60;

export interface ValueOptions {
  /** Existing ids. Most UUIDs are chosen from these. */
  readonly ids: readonly string[];
  /** Whether to send only required fields, existing ids and small numbers, so the API probably accepts the request. */
  readonly isMinimal: boolean;
}

/** Values that match a schema. */
export function validValues(api: OpenApi, schema: Schema, options: ValueOptions): fc.Arbitrary<unknown> {
  const resolved = api.resolve(schema);
  const values = nonNullValues(api, resolved, options);
  return resolved.nullable === true ? fc.option(values, { freq: 5 }) : values;
}

function nonNullValues(api: OpenApi, schema: Schema, options: ValueOptions): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(api, schema, options);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      const maxLength = options.isMinimal ? minItems : Math.min(maxItems, 3);
      return fc.array(validValues(api, items, options), { minLength: minItems, maxLength });
    }
    case 'integer':
      return integers(schema, options);
    case 'number':
      return cents(schema, options);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return texts(schema, options).filter((text) => api.isValid(schema, text));
    case undefined:
    default:
      throw new Error(`cannot generate values for the schema ${JSON.stringify(schema)}`);
  }
}

function objects(api: OpenApi, schema: Schema, options: ValueOptions): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties)
    .filter(([name, field]) => !options.isMinimal || required.includes(name) || isUsual(field))
    .map(([name, field]) => [name, validValues(api, field, options)] as const);
  return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** Whether a field is required unless another takes its place. Most requests should have such a field. */
const isUsual = ({ description = '' }: Schema): boolean => description.startsWith('Required unless `');

function integers({ minimum = 0, maximum = 2 ** 31 - 1 }: Schema, { isMinimal }: ValueOptions) {
  const upTo = (max: number) => fc.integer({ min: minimum, max: Math.min(maximum, max) });
  return isMinimal ? fc.constant(minimum) : fc.oneof(upTo(minimum + 20), upTo(2 ** 31 - 1));
}

/** Amounts in dollars; at most $5.00 if `isMinimal`. */
function cents({ minimum = 0, maximum = 1e6 }: Schema, { isMinimal }: ValueOptions): fc.Arbitrary<number> {
  const from = Math.ceil(minimum * 100);
  const upTo = (max: number) => fc.integer({ min: from, max: Math.floor(Math.min(maximum, max) * 100) });
  return (isMinimal ? upTo(5) : fc.oneof(upTo(50), upTo(maximum))).map((amount) => amount / 100);
}

function texts(schema: Schema, { ids, isMinimal }: ValueOptions): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength } = schema;
  if (format === 'uuid') return isMinimal && ids.length > 0 ? fc.constantFrom(...ids) : uuids(ids);
  if (format === 'email') return fc.nat(1e6).map((number) => `person${number}@mail.example`);
  if (format === 'date') return days();
  const plain = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.min(maxLength ?? ANY_TEXT, ANY_TEXT),
  });
  if (pattern === undefined) return plain;
  // The patterns of longer texts only exclude control characters, so plain text matches them.
  return maxLength !== undefined && maxLength > 32 ? plain : fc.stringMatching(new RegExp(pattern, 'u'));
}

function uuids(ids: readonly string[]): fc.Arbitrary<string> {
  return ids.length === 0
    ? fc.uuid()
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid());
}

const days = (): fc.Arbitrary<string> =>
  fc
    .integer({ min: 0, max: 2000 })
    .map((day) => new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10));

/** A value, with the label that reports use for it. */
export type Candidate = readonly [label: string, value: unknown];

const WRONG_TYPES: readonly Candidate[] = [
  ['null', null],
  ['a boolean', true],
  ['a number', 12],
  ['a string', 'text'],
  ['a list', []],
  ['a nested list', [[]]],
  ['an object', {}],
];

/** Values of wrong types, and values at and past the limits of a schema. The schema decides which of them are valid. */
export function suspectValues(api: OpenApi, schema: Schema): Candidate[] {
  const resolved = api.resolve(schema);
  switch (resolved.type) {
    case 'integer':
    case 'number':
      return [...WRONG_TYPES, ...suspectNumbers(resolved)];
    case 'string':
      return [...WRONG_TYPES, ...suspectTexts(resolved)];
    case undefined:
    default:
      return [...WRONG_TYPES];
  }
}

function suspectNumbers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): Candidate[] {
  const numbers = [
    minimum,
    minimum - 1,
    maximum,
    maximum + 1,
    -1,
    0,
    1.5,
    0.001,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e300,
  ];
  return [...numbers.map((number) => [String(number), number] as const), ['digits', '12']];
}

/** The label for a string with hidden characters (REG-41). */
export const HIDDEN_LABEL = 'hidden characters';
export const HIDDEN_TEXT = 'Ada\u202e\u200b\u2800\u3164\u2066\u00adByron';

function suspectTexts({ minLength = 0, maxLength = 1000, format }: Schema): Candidate[] {
  return [
    ['an empty string', ''],
    ['only spaces', '   '],
    ['a string that is too short', 'x'.repeat(Math.max(0, minLength - 1))],
    ['the shortest string', 'x'.repeat(minLength)],
    ['the longest string', 'x'.repeat(maxLength)],
    ['a string that is too long', 'x'.repeat(maxLength + 1)],
    ['a string that surrounding spaces make too long', ` ${'x'.repeat(maxLength)} `],
    ['a long string of two-unit characters', '𝒳'.repeat(maxLength)],
    ['a null character', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800'],
    ['an unknown value', 'nothing-like-this'],
    ['markup', '<script>1</script>'],
    [HIDDEN_LABEL, HIDDEN_TEXT],
    ['SQL', `'; drop table app_user; --`],
    ...(format === undefined ? [] : WRONG_FORMATS.map((text) => [`the string ${text}`, text] as const)),
  ];
}

const WRONG_FORMATS = [
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  'yesterday',
  '@',
  'a@b@c.d',
  '00000000-0000-0000-0000-00000000000g',
];
