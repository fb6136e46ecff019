import { describe, expect, it } from '@jest/globals';
import { parseEvent } from '../audit/parse-event.js';
import { PAYLOAD_VERSIONS, type LedgerEventType } from '../domain/events.js';
import { feeCentsOf } from '../domain/money.js';
import type { RecordedEvent } from './event-log.port.js';
import { STORED_PAYLOADS } from './stored-payloads.fixtures.js';

const TYPES = Object.keys(PAYLOAD_VERSIONS) as LedgerEventType[];

const EVERY_VERSION = TYPES.flatMap((type) =>
  STORED_PAYLOADS[type].map((payload, index) => [type, index + 1, payload] as const),
);

function stored(type: string, payloadVersion: number, payload: string): RecordedEvent {
  return {
    ...{ position: 7, stream: 'account:a1', version: 3, type, payloadVersion, payload },
    ...{ actor: 'user:1', correlationId: 'request', causationId: '' },
    recordedAt: new Date('2026-01-05T15:00:00Z'),
    hash: Buffer.alloc(32),
  };
}

describe('a stored payload', () => {
  it.each(TYPES)('of %s is known in every version', (type) => {
    expect(STORED_PAYLOADS[type]).toHaveLength(PAYLOAD_VERSIONS[type]);
  });

  it.each(EVERY_VERSION)(
    'of %s in version %i is read as the newest one [LED-14]',
    (type, version, payload) => {
      const newest = STORED_PAYLOADS[type].at(-1) ?? '';
      expect(parseEvent(stored(type, version, payload)).payload).toEqual(JSON.parse(newest));
    },
  );

  it.each(TYPES)('of %s in a version of the future is refused, not misread [LED-14]', (type) => {
    const [payload = ''] = STORED_PAYLOADS[type].slice(-1);
    const current = PAYLOAD_VERSIONS[type];
    expect(() => parseEvent(stored(type, current + 1, payload))).toThrow(
      `${type} has payload version ${current + 1}, and this program reads those up to ${current}: a newer one wrote it`,
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('has no version %d', (version) => {
    const [payload = ''] = STORED_PAYLOADS.TransferRequested;
    expect(() => parseEvent(stored('TransferRequested', version, payload))).toThrow(
      `there is no payload version ${version}`,
    );
  });

  it('is not what its version says where a field is missing', () => {
    const [, second = ''] = STORED_PAYLOADS.TransferRequested;
    const without = second.replace('"feeBasisPoints":200,', '');
    expect(() => parseEvent(stored('TransferRequested', 2, without))).toThrow("the payload's feeBasisPoints");
  });
});

describe('a transfer that was asked for before its fee had a rate', () => {
  it('was charged 2%, whatever the rate is today', () => {
    const [first = ''] = STORED_PAYLOADS.TransferRequested;
    const event = parseEvent(stored('TransferRequested', 1, first));
    const { amountCents, feeCents, feeBasisPoints } = event.payload as Extract<
      typeof event,
      { type: 'TransferRequested' }
    >['payload'];
    expect(feeBasisPoints).toBe(200);
    expect(feeCentsOf(amountCents, feeBasisPoints)).toBe(feeCents);
  });
});
