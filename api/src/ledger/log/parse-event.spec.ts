import { describe, expect, it } from '@jest/globals';
import { feeCentsOf } from '@moniker/common/fee.js';
import { parseEvent } from './parse-event.js';
import { EVENT_TYPES, newestVersion, writtenVersion } from '../domain/events.js';
import type { RecordedEvent } from './event-log.port.js';
import { STORED_PAYLOADS } from './stored-payloads.fixtures.js';

const EVERY_VERSION = EVENT_TYPES.flatMap((type) =>
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
  it.each(EVENT_TYPES)('of type %s has a fixture for every version', (type) => {
    expect(STORED_PAYLOADS[type]).toHaveLength(newestVersion(type));
  });

  it.each(EVERY_VERSION)(
    'of type %s in version %i is read as the newest version [LED-14]',
    (type, version, payload) => {
      const newest = STORED_PAYLOADS[type].at(-1) ?? '';
      expect(parseEvent(stored(type, version, payload)).payload).toEqual(JSON.parse(newest));
    },
  );

  it.each(EVENT_TYPES)('of type %s in a future version is rejected [LED-14]', (type) => {
    const [payload = ''] = STORED_PAYLOADS[type].slice(-1);
    const current = newestVersion(type);
    expect(() => parseEvent(stored(type, current + 1, payload))).toThrow(
      `${type} has payload version ${current + 1}, but this program supports only versions up to ${current}`,
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('with the invalid version %d is rejected', (version) => {
    const [payload = ''] = STORED_PAYLOADS.TransferRequested;
    expect(() => parseEvent(stored('TransferRequested', version, payload))).toThrow(
      `${version} isn't a payload version`,
    );
  });

  it('that lacks a field of its version is rejected', () => {
    const [, second = ''] = STORED_PAYLOADS.TransferRequested;
    const without = second.replace('"feeBasisPoints":200,', '');
    expect(() => parseEvent(stored('TransferRequested', 2, without))).toThrow(
      'payload field "feeBasisPoints" isn\'t valid',
    );
  });
});

describe('the link to the other half of a transfer between customers', () => {
  const halves = '"recipientId":"b1","paymentId":"p1","textsDigest"';
  const [, second = ''] = STORED_PAYLOADS.TransferRequested;

  it('is read from a version that has it, and ignored in an earlier version [LED-80]', () => {
    const payload = second.replace('"textsDigest"', halves);
    const read = (version: number) => parseEvent(stored('TransferRequested', version, payload)).payload;
    expect(read(3)).toMatchObject({ recipientId: 'b1', paymentId: 'p1' });
    expect(read(2)).toEqual(JSON.parse(second));
  });

  it('is the only reason to write a transfer request in version 3 [LED-80]', () => {
    const request = parseEvent(stored('TransferRequested', 2, second));
    expect(writtenVersion(request)).toBe(2);
    const paid = { ...request.payload, recipientId: 'b1', paymentId: 'p1' };
    expect(writtenVersion({ ...request, payload: paid } as typeof request)).toBe(3);
  });
});

describe('a transfer request without a fee rate', () => {
  it('is read with a rate of 2%, regardless of the current rate', () => {
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
