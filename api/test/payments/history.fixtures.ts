import { inflateSync } from 'node:zlib';
import { query, type HttpClient, type TestDatabase } from '../harness/index.js';

const DAY_MS = 24 * 60 * 60 * 1000;
export const TIME_ZONE = 'America/New_York';

/** The demo customers joined this many days before the database was seeded. */
export const OPENED_DAYS_AGO = 34;

export const today = (): string => bankDayOf(Date.now());

/**
 * Returns a function that gives the bank day of the moment `days` × 24 hours before seeding. The demo data is dated
 * in the same way. Counting back from today can give a different day, because the tests can run past midnight, and
 * because a day with a clock change has 23 or 25 hours.
 */
export async function demoDays(database: TestDatabase): Promise<(days: number) => string> {
  const [customer] = await query<{ created_at: Date }>(
    database.superUrl,
    `select created_at from app_user where moniker = 'alice'`,
  );
  if (customer === undefined) throw new Error('the demo data has not been seeded');
  const seededAt = customer.created_at.getTime() + OPENED_DAYS_AGO * DAY_MS;
  return (days) => bankDayOf(seededAt - days * DAY_MS);
}

export function bankDayOf(time: number | string): string {
  return new Date(time).toLocaleDateString('en-CA', { timeZone: TIME_ZONE });
}

/** Some ICU versions put a narrow no-break space before AM and PM. */
export const NARROW_SPACE = '\u202f';

/** Returns a time as screens and emails show it, such as `Nov 20, 2026, 4:05 PM EST` (UI-29). */
export function bankTimeText(time: number | string, timeZone = TIME_ZONE): string {
  const text = new Date(time).toLocaleString('en-US', {
    ...{ timeZone, timeZoneName: 'short' },
    ...{ month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  });
  return text.replaceAll(NARROW_SPACE, ' ');
}

export interface StatementResponse {
  accountHolder: string;
  accountNumber: string | null;
  from: string;
  to: string;
  openingCents: number;
  closing: string;
  closingCents: number;
  totals: {
    moneyIn: string;
    moneyInCents: number;
    moneyOutCents: number;
    fees: string;
    feesCents: number;
    refundedFees: string;
    refundedFeesCents: number;
    lineCount: number;
  };
  lines: {
    date: string;
    at: string;
    description: string;
    kind: string;
    amountCents: number;
    feeCents: number;
    balanceAfterCents: number;
    transactionId: string | null;
  }[];
}

export async function statementOf(client: HttpClient, range: string): Promise<StatementResponse> {
  const { status, body } = await client.get<StatementResponse>(`/api/statements?${range}`);
  if (status !== 200) throw new Error(`no statement: ${JSON.stringify(body)}`);
  return body;
}

/** Computes an account's balance from the event payloads alone, up to a time or the end of a bank day. */
export async function balanceFromLog(
  database: TestDatabase,
  accountId: string,
  until: { time: Date } | { day: string },
): Promise<number> {
  const condition =
    'day' in until
      ? `(recorded_at at time zone '${TIME_ZONE}')::date <= $2::date`
      : 'recorded_at <= $2::timestamptz';
  const rows = await query<{ total: string }>(
    database.superUrl,
    `select coalesce(sum((entry ->> 'amountCents')::bigint), 0)::text as total
     from ledger_event, json_array_elements(payload::json -> 'entries') entry
     where payload::json ->> 'entries' is not null and entry ->> 'accountId' = $1 and ${condition}`,
    [accountId, 'day' in until ? until.day : until.time],
  );
  return Number(rows[0]?.total);
}

/** Parses CSV (RFC 4180) into rows of cells. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) throw new Error('not CSV');
    const [, value = '', end] = found;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Extracts the lines of text on each page. Puts ` | ` between texts on the same line. Supports only the features of
 * our own documents: deflated streams, embedded fonts with a ToUnicode map, absolute positions.
 */
export function textOfPdf(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]));
      return linesOf(contents?.stream ?? '', fonts);
    });
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const found of text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream\n)?endobj/gm)) {
    const [, number, dictionary = '', stream = ''] = found;
    const isText = dictionary.includes('/FlateDecode') && !dictionary.includes('/Subtype /CIDFont');
    objects.set(Number(number), { dictionary, stream: isText ? inflated(stream) : stream });
  }
  return objects;
}

function inflated(stream: string): string {
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}

/** Maps each font name to the characters of its glyph ids. */
function fontsOf(objects: ReadonlyMap<number, PdfObject>): Map<string, string[]> {
  const fonts = new Map<string, string[]>();
  for (const { dictionary } of objects.values()) {
    const resources = /\/Font <<([\s\S]*?)>>/.exec(dictionary)?.[1] ?? '';
    for (const [, name = '', number] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(number));
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font?.dictionary ?? '')?.[1]));
      const characters = [...(map?.stream ?? '').matchAll(/<[\da-f]{4}> <[\da-f]{4}> \[([^\]]*)\]/g)].flatMap(
        ([, list = '']) => [...list.matchAll(/<([\da-f ]*)>/g)].map(([, hex = '']) => utf16(hex)),
      );
      fonts.set(name, characters);
    }
  }
  return fonts;
}

function utf16(hex: string): string {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return bytes.length === 0 ? '' : bytes.swap16().toString('utf16le');
}

function linesOf(content: string, fonts: ReadonlyMap<string, string[]>): string[] {
  const lines = new Map<string, string[]>();
  for (const [block] of content.matchAll(/BT\n[\s\S]*?ET/g)) {
    const y = /1 0 0 1 [\d.-]+ ([\d.-]+) Tm/.exec(block)?.[1] ?? '';
    const characters = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '') ?? [];
    const words = [...block.matchAll(/<([\da-f]+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => characters[Number.parseInt(glyph, 16)] ?? '')
      .join('');
    lines.set(y, [...(lines.get(y) ?? []), words]);
  }
  return [...lines.values()].map((parts) => parts.join(' | '));
}
