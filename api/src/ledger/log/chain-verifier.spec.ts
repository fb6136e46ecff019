import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BinaryWriter } from '../../platform/database/binary-writer.js';
import { CopyRow } from '../../platform/database/copy-reader.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';
import { ChainVerifier } from './chain-verifier.js';
import type { RecordedEvent } from './event-log.port.js';
import { eventHash, GENESIS_HASH, type HashedFields } from './hash-chain.js';

/** Any text that a column before the payload accepts: without line feeds, null characters or lone surrogates. */
const line = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replace(/[\n\0]/g, ''));
const payload = fc.string({ unit: 'binary', maxLength: 3_000 }).map((text) => text.replaceAll('\0', ''));
const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

const fields: fc.Arbitrary<HashedFields> = fc.record({
  position: number,
  stream: line,
  version: number,
  type: line,
  payloadVersion: fc.integer({ min: 1, max: 2 ** 15 - 1 }),
  recordedAt: fc.date({ min: new Date('1900-01-01'), max: new Date('2900-01-01'), noInvalidDate: true }),
  actor: line,
  correlationId: line,
  causationId: line,
  payload,
});

/** Encodes an event the way PostgreSQL's COPY encodes its row. */
function copyRowOf(event: RecordedEvent): CopyRow {
  const values: Readonly<Record<string, unknown>> = { ...event };
  const writer = new BinaryWriter(64);
  writer.begin();
  const smallints: number[] = [];
  for (const { field, type } of LEDGER_EVENT.columns) {
    const value = values[field];
    if (type === 'text') writer.text(String(value));
    else if (value instanceof Date) writer.timestamp(value.getTime());
    else if (Buffer.isBuffer(value)) writer.bytes(value);
    else if (type === 'smallint') {
      smallints.push(writer.length);
      writer.int32(2);
      writer.int32(Number(value) * 2 ** 16);
    } else writer.bigint(Number(value));
  }
  const encoded = smallints.reduceRight(
    // A smallint has two bytes, but `writer` wrote four. Drop the last two.
    (bytes, at) => Buffer.concat([bytes.subarray(0, at + 6), bytes.subarray(at + 8)]),
    writer.copy(),
  );
  const fieldCount = Buffer.alloc(2);
  fieldCount.writeInt16BE(LEDGER_EVENT.columns.length);
  const row = new CopyRow();
  expect(row.parseAt(Buffer.concat([fieldCount, encoded]), 0)).toBe(true);
  return row;
}

/** Chains events with `eventHash`, as the writer does. */
function chained(unchained: readonly HashedFields[]): RecordedEvent[] {
  let previous: Buffer = GENESIS_HASH;
  return unchained.map((event) => {
    previous = eventHash(previous, event);
    return { ...event, hash: previous };
  });
}

function verify(events: readonly RecordedEvent[]): boolean[] {
  const verifier = new ChainVerifier(GENESIS_HASH);
  return events.map((event) => verifier.verifyNext(copyRowOf(event)));
}

describe('ChainVerifier', () => {
  it('computes the same hashes as eventHash from copied rows [LED-4]', () => {
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 5 }), (unchained) => {
        const events = chained(unchained);
        expect(verify(events)).toEqual(events.map(() => true));
      }),
      { numRuns: 300 },
    );
  });

  it('covers every column of the table except the hash', () => {
    const changes: Required<HashedFields> = {
      ...{ position: 2, stream: 'b', version: 2, type: 'b', payloadVersion: 2, recordedAt: new Date(1) },
      ...{ actor: 'b', correlationId: 'b', causationId: 'b', payload: 'b' },
    };
    const event: HashedFields = {
      ...{ position: 1, stream: 'a', version: 1, type: 'a', payloadVersion: 1, recordedAt: new Date(0) },
      ...{ actor: 'a', correlationId: 'a', causationId: 'a', payload: 'a' },
    };
    const [sound] = chained([event]);
    if (sound === undefined) throw new Error('no event');
    const covered = LEDGER_EVENT.columns.map(({ field }) => field).filter((field) => field !== 'hash');
    expect(covered).toEqual(Object.keys(changes));
    expect(verify([sound])).toEqual([true]);
    for (const field of covered) {
      const changed = { ...sound, [field]: changes[field as keyof HashedFields] };
      expect([field, verify([changed])]).toEqual([field, [false]]);
    }
  });
});
