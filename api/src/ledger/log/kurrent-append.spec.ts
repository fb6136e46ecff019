import { describe, expect, it } from '@jest/globals';
import { BatchAppendReq } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { encodeAppend } from './kurrent-append.js';
import { encodeBytes, encodeNumber } from './protobuf.js';

const ID = '00000000-0000-4000-8000-000000000001';
const EVENT = encodeBytes(3, encodeBytes(4, '{}'));

describe('an append to KurrentDB', () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    'expects the event number %d',
    (revision) => {
      const request = decoded({ revision });
      expect(request.getOptions()?.getStreamPosition()).toBe(String(revision));
      expect(request.getOptions()?.hasNoStream()).toBe(false);
    },
  );

  it('expects a stream without events', () => {
    const options = decoded({ revision: null }).getOptions();
    expect(options?.hasNoStream()).toBe(true);
    expect(options?.hasStreamPosition()).toBe(false);
  });

  it('names itself and the stream, and is complete', () => {
    const request = decoded({});
    expect(request.getCorrelationId()?.getString()).toBe(ID);
    const name = request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8();
    expect(Buffer.from(name ?? []).toString()).toBe('käse');
    expect(request.getIsFinal()).toBe(true);
  });

  it('limits the time at the server, whatever its clock shows', () => {
    expect(decoded({ withinMs: 3_250 }).getOptions()?.getDeadline()?.toObject()).toEqual({
      seconds: 3,
      nanos: 250_000_000,
    });
  });

  it('has its events in order', () => {
    const texts = ['1', '"two"', 'x'.repeat(200), ''];
    const events = texts.map((text) => encodeBytes(3, encodeBytes(4, text)));
    const stored = decoded({ events }).getProposedMessagesList();
    expect(stored.map((event) => Buffer.from(event.getData_asU8()).toString())).toEqual(texts);
  });

  it.each([-1, 0.5, 2 ** 53, Number.NaN])('has no number %d', (value) => {
    expect(() => encodeNumber(1, value)).toThrow('is not an unsigned integer');
  });

  it('has no fields above 15, whose tags are longer', () => {
    expect(() => encodeNumber(16, 1)).toThrow(RangeError);
    expect(() => encodeBytes(0, '')).toThrow(RangeError);
  });
});

function decoded(append: Partial<Parameters<typeof encodeAppend>[1]>): BatchAppendReq {
  const defaults = { stream: 'käse', revision: 7, events: [EVENT], withinMs: 3_000 };
  return BatchAppendReq.deserializeBinary(encodeAppend(ID, { ...defaults, ...append }));
}
