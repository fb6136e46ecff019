import { describe, expect, it } from '@jest/globals';
import { formatEventLine, parseEventLine } from './event-lines.js';

const LINE = formatEventLine({
  position: 1,
  stream: 'user:1',
  version: 1,
  type: 'AccountOpened',
  payloadVersion: 1,
  payload: '{}',
  actor: 'user:1',
  correlationId: 'c',
  causationId: 'c',
  recordedAt: new Date('2026-11-20T10:00:00.000Z'),
  hash: Buffer.alloc(32),
}).trimEnd();

describe('parseEventLine', () => {
  it('reads what formatEventLine writes [AUD-10]', () => {
    expect(formatEventLine(parseEventLine(LINE))).toBe(`${LINE}\n`);
  });

  it.each([
    [
      'a repeated field, which other programs read differently',
      LINE.replace('"actor"', '"actor":"user:2","actor"'),
    ],
    ['an unknown field', LINE.replace('{', '{"note":"x",')],
    ['a field that every object inherits', LINE.replace('{', '{"__proto__":{"position":2},')],
  ])('refuses %s [AUD-10]', (_what, line) => {
    expect(() => parseEventLine(line)).toThrow(new RangeError('it has a repeated or unknown field'));
  });
});
