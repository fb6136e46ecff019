import { describe, expect, it } from '@jest/globals';
import { BatchSigner, isBatchSignedBy } from './batch-signer.js';
import { parsePublicKey } from './signing-key.js';

const SIGNER = new BatchSigner(Buffer.alloc(32, 1));
const LEDGER = Buffer.alloc(32, 7);
const at = (position: number) => ({ position, hash: Buffer.alloc(32, position), recordedAt: new Date(0) });
const SIGNATURE = SIGNER.sign({ base: at(4), head: at(9), ledgerId: LEDGER });
if (SIGNATURE === null) throw new Error('a batch that has events was not signed');

const isSigned = (change: Partial<typeof SIGNATURE> = {}, ledgerId = LEDGER, hash = at(9).hash) =>
  isBatchSignedBy(parsePublicKey(SIGNER.key.publicKey), ledgerId, { ...SIGNATURE, ...change }, hash);

describe('a batch signature', () => {
  it('covers the positions after the base up to the head', async () => {
    expect(SIGNATURE).toMatchObject({ firstPosition: 5, lastPosition: 9, keyId: SIGNER.key.id });
    await expect(isSigned()).resolves.toBe(true);
  });

  it.each([
    ['a different ledger', () => isSigned({}, Buffer.alloc(32, 8))],
    ['a different last hash', () => isSigned({}, LEDGER, at(8).hash)],
    ['a different first position', () => isSigned({ firstPosition: 4 })],
    ['a different last position', () => isSigned({ lastPosition: 10 })],
    ['a different key id', () => isSigned({ keyId: '0'.repeat(16) })],
    ['different signature bytes', () => isSigned({ signature: Buffer.alloc(64) })],
    ['too few signature bytes', () => isSigned({ signature: SIGNATURE.signature.subarray(1) })],
  ])('is not valid with %s [LED-20]', async (_what, isValid) => {
    await expect(isValid()).resolves.toBe(false);
  });

  it('does not exist for a batch without events', () => {
    expect(SIGNER.sign({ base: at(4), head: at(4), ledgerId: LEDGER })).toBeNull();
  });

  it('cannot be made for a batch of an unknown ledger', () => {
    expect(() => SIGNER.sign({ base: at(4), head: at(9), ledgerId: null })).toThrow('belongs to no ledger');
  });
});
