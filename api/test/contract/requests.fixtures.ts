import fc from 'fast-check';
import type { OpenApi, Parameter, Route, Schema } from './openapi.fixtures.js';
import { suspectValues, validValues, type Candidate, type ValueOptions } from './values.fixtures.js';

/** One request to a route. */
export interface GeneratedRequest {
  readonly route: Route;
  /** Describes what is unusual about the request. */
  readonly label: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, bytes for a route that takes a file, or undefined. */
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the OpenAPI document forbids the request, so the API must refuse it. */
  readonly isInvalid: boolean;
}

/** A request before it is rendered: its parameters as strings, and its body as JSON. */
interface Draft {
  readonly parameters: ReadonlyMap<Parameter, string>;
  readonly body: string | undefined;
}

export interface GeneratorOptions {
  readonly seed: number;
  /** How many valid requests each route gets, besides a minimal one. */
  readonly valid: number;
  /** Maximum number of suspect requests per route. They are a sample of all requests with one suspect value. */
  readonly suspect: number;
  /** Returns existing ids for a route's path parameters and body. */
  readonly idsFor: (route: Route) => readonly string[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FILE = new TextEncoder().encode('%PDF-1.4 not quite');
/** Text that a header can contain without encoding. */
const HEADER_TEXT = /^[\x21-\x7e][\x20-\x7e]*$/;

/**
 * Generates requests to one route: valid requests, and requests that differ from a minimal valid request by a single
 * suspect value.
 */
export class RequestGenerator {
  constructor(
    private readonly api: OpenApi,
    private readonly options: GeneratorOptions,
  ) {}

  requestsFor(route: Route): GeneratedRequest[] {
    const [base] = this.drafts(route, true, 1);
    if (base === undefined) return [];
    const valid = [base, ...this.drafts(route, false, this.options.valid)];
    const suspect = [...this.suspectBodies(route, base), ...this.suspectParameters(route, base)];
    return [...valid.map((draft) => render(route, 'valid', draft, false)), ...this.pick(route, suspect)];
  }

  private drafts(route: Route, isMinimal: boolean, numRuns: number): Draft[] {
    const options = { ids: this.options.idsFor(route), isMinimal };
    const parameters = fc.tuple(...route.parameters.map((each) => this.parameterText(each, options)));
    const body = route.body === null ? fc.constant(undefined) : validValues(this.api, route.body, options);
    const draft = fc.tuple(parameters, body).map(([texts, value]) => ({
      parameters: new Map(
        route.parameters.flatMap((each, index) => {
          const text = texts[index];
          return text === undefined ? [] : [[each, text] as const];
        }),
      ),
      body: value === undefined ? undefined : JSON.stringify(value),
    }));
    return fc.sample(draft, { seed: this.seedOf(route), numRuns });
  }

  private parameterText(parameter: Parameter, options: ValueOptions): fc.Arbitrary<string | undefined> {
    const text = this.isFreeId(parameter, options)
      ? fc.constantFrom(...options.ids)
      : validValues(this.api, parameter.schema, options).map(String);
    const usable = parameter.in === 'header' ? text.filter((each) => HEADER_TEXT.test(each)) : text;
    if (parameter.in === 'path' || parameter.required === true) return usable;
    // A cursor must come from a previous page. Any other value is refused.
    const isLeftOut = options.isMinimal || parameter.name === 'cursor';
    return isLeftOut ? fc.constant(undefined) : fc.option(usable, { nil: undefined, freq: 2 });
  }

  /** Whether a path parameter takes ids. Its schema declares no format for them, because it also takes names. */
  private isFreeId({ in: place, schema }: Parameter, { ids }: ValueOptions): boolean {
    return place === 'path' && schema.type === 'string' && schema.format === undefined && ids.length > 0;
  }

  /** A different seed for each route, so routes with similar parameters get different values. */
  private seedOf({ name }: Route): number {
    return Array.from(name).reduce(
      (hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0,
      this.options.seed,
    );
  }

  private suspectBodies(route: Route, base: Draft): GeneratedRequest[] {
    const { body: schema } = route;
    if (schema === null || base.body === undefined) return [];
    const valid: unknown = JSON.parse(base.body);
    const candidates = [...WRONG_BODIES, ...variations(this.api, schema, valid)];
    const json = candidates.map(([label, value]) => {
      const isInvalid = !this.api.isValid(schema, value) || hasLoneSurrogate(value);
      return render(route, `body: ${label}`, { ...base, body: JSON.stringify(value) }, isInvalid);
    });
    const malformed = ['{', '{"a":1,}', '\u0000', 'null', '"text"'].map((body) =>
      render(route, `body: ${body}`, { ...base, body }, true),
    );
    return [...json, ...malformed];
  }

  private suspectParameters(route: Route, base: Draft): GeneratedRequest[] {
    return route.parameters.flatMap((parameter) =>
      suspectTexts(this.api, parameter).map(([label, text]) => {
        const parameters = new Map([...base.parameters, [parameter, text]]);
        const isInvalid = !isValidText(this.api, parameter.schema, text);
        return render(route, `${parameter.name}: ${label}`, { ...base, parameters }, isInvalid);
      }),
    );
  }

  /** A sample that depends only on the seed. */
  private pick(route: Route, requests: GeneratedRequest[]): GeneratedRequest[] {
    const { suspect } = this.options;
    if (requests.length <= suspect) return requests;
    const [picked = []] = fc.sample(
      fc.shuffledSubarray(requests, { minLength: suspect, maxLength: suspect }),
      {
        seed: this.seedOf(route),
        numRuns: 1,
      },
    );
    return picked;
  }
}

const WRONG_BODIES: readonly Candidate[] = [
  ['a list', []],
  ['a list with an object', [{}]],
  ['an empty object', {}],
];

/**
 * Variations of a valid body. Each variation leaves out a field, adds an unknown field, or gives a field a suspect
 * value. The field can also be in a nested object or list.
 */
function variations(api: OpenApi, schema: Schema, valid: unknown): Candidate[] {
  const resolved = api.resolve(schema);
  if (resolved.type === 'array' && Array.isArray(valid)) return listVariations(api, resolved, valid);
  if (resolved.type !== 'object' || typeof valid !== 'object' || valid === null) return [];
  const whole = valid as Record<string, unknown>;
  const fields = Object.entries(resolved.properties ?? {});
  return [
    ['an unknown field', { ...whole, unknownField: 1 }],
    ['a privileged field', { ...whole, isAdmin: true }],
    ...fields.map(([name]) => [`no ${name}`, without(whole, name)] as const),
    ...fields.flatMap(([name, field]) =>
      [...suspectValues(api, field), ...variations(api, field, whole[name])].map(
        ([label, value]) => [`${name}: ${label}`, { ...whole, [name]: value }] as const,
      ),
    ),
  ];
}

function listVariations(api: OpenApi, { items = {}, maxItems = 10 }: Schema, valid: unknown[]): Candidate[] {
  const first: unknown = valid[0];
  return [
    ['too many items', Array<unknown>(maxItems + 1).fill(first)],
    ['the same item twice', [first, first]],
    ...WRONG_ITEMS.map((item) => [`the item ${JSON.stringify(item)}`, [item]] as const),
    ...variations(api, items, first).map(([label, item]) => [label, [item]] as const),
  ];
}

const WRONG_ITEMS = [null, 1, 'text', [], {}];

function without(object: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** Suspect texts for a parameter, except those that a header or a path cannot contain. */
function suspectTexts(api: OpenApi, parameter: Parameter): (readonly [string, string])[] {
  const texts = suspectValues(api, parameter.schema).map(([label, value]) => [label, textOf(value)] as const);
  const more = ['-1', '1.5', '1e3', '99999999999999999999', '2026-11-20', 'x'.repeat(500)];
  const all = [...texts, ...more.map((text) => [text.slice(0, 30), text] as const)];
  if (parameter.in === 'header') return all.filter(([, text]) => HEADER_TEXT.test(text));
  // With an empty segment, the path would match another route.
  return parameter.in === 'path' ? all.filter(([, text]) => text !== '') : all;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);

/** Whether a parameter's text matches its schema. Numbers are parsed first. */
function isValidText(api: OpenApi, schema: Schema, text: string): boolean {
  const { type } = api.resolve(schema);
  if (type !== 'integer' && type !== 'number') return api.isValid(schema, text);
  return /^-?\d+(\.\d+)?$/.test(text) && api.isValid(schema, Number(text));
}

function hasLoneSurrogate(value: unknown): boolean {
  return /\\ud[89a-f]/.test(JSON.stringify(value));
}

function render(route: Route, label: string, draft: Draft, isInvalid: boolean): GeneratedRequest {
  const parameters = [...draft.parameters];
  const inPlace = (place: Parameter['in']) => parameters.filter(([each]) => each.in === place);
  const address = inPlace('path').reduce(
    (sofar, [{ name }, text]) => sofar.replace(`{${name}}`, encodeURIComponent(text)),
    route.path,
  );
  const query = new URLSearchParams(inPlace('query').map(([{ name }, text]) => [name, text])).toString();
  const headers = Object.fromEntries(inPlace('header').map(([{ name }, text]) => [name, text]));
  return {
    route,
    label,
    address: query === '' ? address : `${address}?${query}`,
    headers: draft.body === undefined ? headers : { ...headers, ...JSON_TYPE },
    body: route.hasRawBody ? FILE : draft.body,
    isInvalid,
  };
}
