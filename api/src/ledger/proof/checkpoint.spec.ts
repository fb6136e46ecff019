import { describe, expect, it } from '@jest/globals';
import { type Checkpoint, CheckpointError, openCheckpoint, parseNote, signCheckpoint } from './checkpoint.js';
import { deriveSigningKey, parseTrustedKeys } from '../signing/signing-key.js';

const KEY = deriveSigningKey(Buffer.alloc(32, 1));
const NEW_KEY = deriveSigningKey(Buffer.alloc(32, 2));
const TRUSTED = parseTrustedKeys([KEY.publicKey]);

const CHECKPOINT: Checkpoint = {
  position: 1042,
  hash: Buffer.alloc(32, 7),
  root: Buffer.alloc(32, 8),
  recordedAt: new Date('2026-11-20T16:05:00.123Z'),
  takenAt: new Date('2026-11-20T17:00:00.000Z'),
  balance: {
    accounts: 12,
    customersCents: 123_456,
    heldCents: 5_000,
    settlementCents: -123_500,
    feesCents: 44,
    adjustmentsCents: 0,
    unclaimedCents: 0,
  },
};
const NOTE = signCheckpoint(CHECKPOINT, KEY);

describe('checkpoint', () => {
  it('round-trips through its signed note', () => {
    expect(openCheckpoint(NOTE, TRUSTED)).toEqual(CHECKPOINT);
    expect(parseNote(NOTE).keyId).toBe(KEY.id);
  });

  it('is formatted as readable text', () => {
    expect(NOTE).toContain('position 1042\n');
    expect(NOTE).toContain('customers 123456\n');
    expect(NOTE.split('\n').at(-2)).toMatch(/^— [0-9a-f]{16} [\w-]{86}$/);
  });

  it.each([
    ['a changed position', 'position 1042', 'position 1043'],
    ['a changed hash', '0707', '0708'],
    ['a changed balance', 'customers 123456', 'customers 999999'],
    ['an additional line', 'unclaimed 0\n', 'unclaimed 0\nmore 1\n'],
    ['a missing line', 'fees 44\n', ''],
    ['another key id', KEY.id, NEW_KEY.id],
    ['no signature', /\n— .*\n/u, '\n'],
  ])('is rejected with %s [AUD-11]', (_, from, to) => {
    const changed = NOTE.replace(from, to);
    expect(changed).not.toBe(NOTE);
    expect(() => openCheckpoint(changed, parseTrustedKeys([KEY.publicKey, NEW_KEY.publicKey]))).toThrow(
      CheckpointError,
    );
  });

  it('is rejected if its key is not trusted', () => {
    expect(() => openCheckpoint(signCheckpoint(CHECKPOINT, NEW_KEY), TRUSTED)).toThrow("which isn't trusted");
  });

  it('signed by an old key stays valid after a key rotation', () => {
    const both = parseTrustedKeys([KEY.publicKey, NEW_KEY.publicKey]);
    expect(openCheckpoint(NOTE, both).position).toBe(1042);
    expect(openCheckpoint(signCheckpoint({ ...CHECKPOINT, position: 2000 }, NEW_KEY), both).position).toBe(
      2000,
    );
  });

  it('is rejected if the signed text does not have the format of a checkpoint', () => {
    const text = 'moniker ledger checkpoint 1\nposition 0x10\n';
    const note = `${text}\n— ${KEY.id} ${KEY.sign(text).toString('base64url')}\n`;
    expect(() => openCheckpoint(note, TRUSTED)).toThrow("this isn't a checkpoint");
  });

  it.each([
    ['a number in hexadecimal', 'position 1042', 'position 0x412'],
    ['a repeated line', 'fees 44\n', 'fees 44\nfees 44\n'],
    ['a time in another time zone', 'T17:00:00.000Z', 'T18:00:00.000+01:00'],
  ])('is rejected if the signed text is not in canonical form: %s', (_, from, to) => {
    const [text = ''] = NOTE.split('\n— ');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const note = `${changed}\n— ${KEY.id} ${KEY.sign(changed).toString('base64url')}\n`;
    expect(() => openCheckpoint(note, TRUSTED)).toThrow("this isn't a checkpoint");
  });
});

describe('signing key', () => {
  it('is rejected if it is malformed', () => {
    expect(() => deriveSigningKey(Buffer.alloc(31))).toThrow(RangeError);
    expect(() => parseTrustedKeys(['abc'])).toThrow(RangeError);
  });

  it('does not verify a signature made with another key', () => {
    const forged = signCheckpoint(CHECKPOINT, NEW_KEY).replace(NEW_KEY.id, KEY.id);
    expect(() => openCheckpoint(forged, TRUSTED)).toThrow('the checkpoint was changed');
  });
});
