import fc from 'fast-check';
import type { OpenApi, Schema } from './openapi.fixtures.js';

const ANY_TEXT = 60;

/** Values that match a schema. `ids` are existing ids that UUIDs are taken from half of the time. */
export function validValues(api: OpenApi, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const resolved = api.resolve(schema);
  const values = nonNullValues(api, resolved, ids);
  return resolved.nullable === true ? fc.option(values, { freq: 5 }) : values;
}

function nonNullValues(api: OpenApi, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(api, schema, ids);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      return fc.array(validValues(api, items, ids), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 3),
      });
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return cents(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return texts(schema, ids).filter((text) => api.isValid(schema, text));
  }
}

function objects(api: OpenApi, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, validValues(api, field, ids)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
}

/** Amounts in dollars: small ones, and those of the whole range. */
function cents({ minimum = 0, maximum = 1e6 }: Schema): fc.Arbitrary<number> {
  const from = Math.ceil(minimum * 100);
  const inRange = (to: number) => fc.integer({ min: from, max: Math.floor(to * 100) });
  return fc.oneof(inRange(Math.min(maximum, 50)), inRange(maximum)).map((amount) => amount / 100);
}

function texts(
  { format, pattern, minLength = 0, maxLength }: Schema,
  ids: readonly string[],
): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'email') return fc.nat(1e6).map((number) => `person${number}@mail.example`);
  if (format === 'date') return days();
  if (format === 'date-time') return days().map((day) => `${day}T10:00:00Z`);
  const plain = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.min(maxLength ?? ANY_TEXT, ANY_TEXT),
  });
  if (pattern === undefined) return plain;
  // Of texts with a length limit, most match the pattern, which only excludes control characters.
  return maxLength !== undefined && maxLength > 40 ? plain : fc.stringMatching(new RegExp(pattern, 'u'));
}

const days = (): fc.Arbitrary<string> =>
  fc
    .integer({ min: 0, max: 2000 })
    .map((day) => new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10));

/** A name for a value in a report, and the value. */
export type Candidate = readonly [label: string, value: unknown];

const WRONG_TYPES: readonly Candidate[] = [
  ['null', null],
  ['a boolean', true],
  ['a number', 12],
  ['a text', 'text'],
  ['a list', []],
  ['a list of itself', [[]]],
  ['an object', {}],
];

/** Values at and past the limits of a schema. Whether one is valid is for the schema to say. */
export function suspectValues(api: OpenApi, schema: Schema): Candidate[] {
  const resolved = api.resolve(schema);
  switch (resolved.type) {
    case 'integer':
    case 'number':
      return [...WRONG_TYPES, ...suspectNumbers(resolved)];
    case 'string':
      return [...WRONG_TYPES, ...suspectTexts(resolved)];
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

/** Texts that PostgreSQL, Unicode or a list of values cannot hold, and texts of unusual lengths. */
function suspectTexts({ minLength = 0, maxLength = 1000, format }: Schema): Candidate[] {
  return [
    ['an empty text', ''],
    ['only spaces', '   '],
    ['a text that is too short', 'x'.repeat(Math.max(0, minLength - 1))],
    ['the shortest text', 'x'.repeat(minLength)],
    ['the longest text', 'x'.repeat(maxLength)],
    ['a text that is too long', 'x'.repeat(maxLength + 1)],
    ['a text that is too long with spaces around it', ` ${'x'.repeat(maxLength)} `],
    ['a long text of two-unit characters', '𝒳'.repeat(maxLength)],
    ['a null character', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800'],
    ['no known value', 'nothing-like-this'],
    ['markup', '<script>1</script>'],
    ['SQL', `'; drop table app_user; --`],
    ...(format === undefined ? [] : WRONG_FORMATS.map((text) => [`the text ${text}`, text] as const)),
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
