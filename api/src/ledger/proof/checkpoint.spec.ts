import { describe, expect, it } from '@jest/globals';
import {
  type Checkpoint,
  CheckpointError,
  keyIdOfNote,
  openCheckpoint,
  signCheckpoint,
} from './checkpoint.js';
import { signingKeyOf, trustedKeysOf } from './signing-key.js';

const KEY = signingKeyOf(Buffer.alloc(32, 1));
const NEW_KEY = signingKeyOf(Buffer.alloc(32, 2));
const TRUSTED = trustedKeysOf([KEY.publicKey]);

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

describe('a checkpoint', () => {
  it('reads back as what was signed', () => {
    expect(openCheckpoint(NOTE, TRUSTED)).toEqual(CHECKPOINT);
    expect(keyIdOfNote(NOTE)).toBe(KEY.id);
  });

  it('is a text for people', () => {
    expect(NOTE).toContain('position 1042\n');
    expect(NOTE).toContain('customers 123456\n');
    expect(NOTE.split('\n').at(-2)).toMatch(/^— [0-9a-f]{16} [\w-]{86}$/);
  });

  it.each([
    ['a position', 'position 1042', 'position 1043'],
    ['a hash', '0707', '0708'],
    ['a balance', 'customers 123456', 'customers 999999'],
    ['a further line', 'unclaimed 0\n', 'unclaimed 0\nmore 1\n'],
    ['a line less', 'fees 44\n', ''],
    ['another signer', KEY.id, NEW_KEY.id],
    ['no signature', /\n— .*\n/u, '\n'],
  ])('is refused with %s [AUD-11]', (_, from, to) => {
    const changed = NOTE.replace(from, to);
    expect(changed).not.toBe(NOTE);
    expect(() => openCheckpoint(changed, trustedKeysOf([KEY.publicKey, NEW_KEY.publicKey]))).toThrow(
      CheckpointError,
    );
  });

  it('is refused where its key is not trusted, however well it is signed', () => {
    expect(() => openCheckpoint(signCheckpoint(CHECKPOINT, NEW_KEY), TRUSTED)).toThrow('not a trusted one');
  });

  it('of an old key is still trusted after the key was changed', () => {
    const both = trustedKeysOf([KEY.publicKey, NEW_KEY.publicKey]);
    expect(openCheckpoint(NOTE, both).position).toBe(1042);
    expect(openCheckpoint(signCheckpoint({ ...CHECKPOINT, position: 2000 }, NEW_KEY), both).position).toBe(
      2000,
    );
  });

  it('is refused where the signed text is no checkpoint', () => {
    const text = 'moniker ledger checkpoint 1\nposition 0x10\n';
    const note = `${text}\n— ${KEY.id} ${KEY.sign(text).toString('base64url')}\n`;
    expect(() => openCheckpoint(note, TRUSTED)).toThrow('this is not a checkpoint');
  });

  it.each([
    ['a number in hexadecimal', 'position 1042', 'position 0x412'],
    ['a line twice', 'fees 44\n', 'fees 44\nfees 44\n'],
    ['a time in another zone', 'T17:00:00.000Z', 'T18:00:00.000+01:00'],
  ])('rejects signed text that is not in canonical form: %s', (_, from, to) => {
    const [text = ''] = NOTE.split('\n— ');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const note = `${changed}\n— ${KEY.id} ${KEY.sign(changed).toString('base64url')}\n`;
    expect(() => openCheckpoint(note, TRUSTED)).toThrow('this is not a checkpoint');
  });
});

describe('a key', () => {
  it('is refused where it is none', () => {
    expect(() => signingKeyOf(Buffer.alloc(31))).toThrow(RangeError);
    expect(() => trustedKeysOf(['abc'])).toThrow(RangeError);
  });

  it('does not verify what another one signed', () => {
    const forged = signCheckpoint(CHECKPOINT, NEW_KEY).replace(NEW_KEY.id, KEY.id);
    expect(() => openCheckpoint(forged, TRUSTED)).toThrow('it was changed');
  });
});
