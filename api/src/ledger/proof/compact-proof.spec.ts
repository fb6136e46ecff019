import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, type LedgerEventType, newestVersion } from '../domain/events.js';
import { eventHash } from '../log/hash-chain.js';
import { STORED_PAYLOADS } from '../log/stored-payloads.fixtures.js';
import { CheckpointError, signCheckpoint } from './checkpoint.js';
import { isCompactProof, readCompactProof, writeCompactProof } from './compact-proof.js';
import { checkEventProof, type EventProof, ProofError, writeEventProof } from './event-proof.js';
import { leafHash, nodeHash, rootFromProof } from './merkle.js';
import { deriveSigningKey, parseTrustedKeys } from '../signing/signing-key.js';

const KEY = deriveSigningKey(Buffer.alloc(32, 3));
const TRUSTED = parseTrustedKeys([KEY.publicKey]);
const TIME = new Date('2026-01-05T15:05:00.123Z');

/** Returns a hash that depends only on the number. */
const hashOf = (number: number): Buffer => leafHash(Buffer.from(`hash ${number}`));
const idOf = (number: number): string =>
  hashOf(number)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');

/** Returns a valid proof in a log of 2^levels events. The signed root is computed from an arbitrary path. */
function proofIn(
  levels: number,
  type: LedgerEventType = 'CreditRecorded',
  payload = realPayload(type),
): EventProof {
  const size = 2 ** levels;
  const event = {
    ...{ position: Math.ceil(size / 3), stream: `account:${idOf(1)}`, version: 17, type, payload },
    ...{ payloadVersion: newestVersion(type), recordedAt: TIME, actor: `user:${idOf(2)}` },
    ...{ correlationId: idOf(3), causationId: '' },
  };
  const path = Array.from({ length: levels }, (_, level) => hashOf(100 + level));
  const previousHash = hashOf(4);
  const root = rootFromProof(leafHash(eventHash(previousHash, event)), event.position - 1, size, path);
  if (root === null) throw new Error('the path has the wrong length');
  const balance = {
    ...{ accounts: 12_345, customersCents: 4_561_900, heldCents: 1_234, settlementCents: -5_071_900 },
    ...{ feesCents: 400_000, adjustmentsCents: 100_000, unclaimedCents: 10_000 },
  };
  const checkpoint = { position: size, hash: hashOf(5), root, recordedAt: TIME, takenAt: TIME, balance };
  return { event, previousHash, path, note: signCheckpoint(checkpoint, KEY) };
}

/** Returns a stored payload with ids and digests of realistic length. */
function realPayload(type: LedgerEventType): string {
  const [payload = ''] = STORED_PAYLOADS[type].slice(-1);
  return payload
    .replaceAll('"a1"', `"${idOf(1)}"`)
    .replaceAll('"t1"', `"${idOf(6)}"`)
    .replaceAll('"s1"', '"00000000-0000-4000-8000-000000000001"')
    .replaceAll(DIGEST, (_, number: string) => `"${digestOf(6 + Number(number))}"`);
}

const DIGEST = /"d(\d)"/g;
const digestOf = (number: number): string => hashOf(number).toString('base64url');

/** How many bytes each further digest adds: the digest, which cannot be compressed, and its field's name. */
const DIGEST_BYTES = 46;

function digestsIn(type: LedgerEventType): number {
  const [payload = ''] = STORED_PAYLOADS[type].slice(-1);
  return payload.match(DIGEST)?.length ?? 0;
}

describe('compact proof', () => {
  it.each(EVENT_TYPES)('of %s round-trips and is valid', (type) => {
    const proof = proofIn(10, type);
    const read = readCompactProof(writeCompactProof(proof));
    expect(read).toEqual(proof);
    expect(checkEventProof(read, TRUSTED).position).toBe(1024);
  });

  it.each([0, 1, 10, 20, 40])('is valid in a log of 2^%i events', (levels) => {
    const proof = proofIn(levels);
    expect(checkEventProof(readCompactProof(writeCompactProof(proof)), TRUSTED).position).toBe(2 ** levels);
  });

  it.each([
    [10, 720],
    [20, 1_040],
  ])(
    'in a log of 2^%i events takes at most %i bytes (with one digest), about half the size of the JSON',
    (levels, bytes) => {
      for (const type of EVENT_TYPES) {
        const proof = proofIn(levels, type);
        const size = writeCompactProof(proof).length;
        expect(size).toBeLessThanOrEqual(bytes + Math.max(0, digestsIn(type) - 1) * DIGEST_BYTES);
        expect(size).toBeLessThan(writeEventProof(proof).length * 0.55);
      }
    },
  );

  it('keeps any payload byte for byte', () => {
    const payload = '{"note":"Zoë → $5",\n "amount" : 1e2}\n';
    const read = readCompactProof(writeCompactProof(proofIn(3, 'CreditRecorded', payload)));
    expect(read.event.payload).toBe(payload);
    expect(checkEventProof(read, TRUSTED).position).toBe(8);
  });

  it('from the first release can still be decoded', () => {
    const file = Buffer.from(FIRST_RELEASE, 'base64url');
    expect(isCompactProof(file)).toBe(true);
    const read = readCompactProof(file);
    expect(read).toEqual(proofIn(3));
    expect(checkEventProof(read, TRUSTED).position).toBe(8);
  });
});

describe('a changed compact proof', () => {
  const proof = proofIn(10);
  const file = writeCompactProof(proof);

  /** Returns the event that a file proves, or null if it proves none. */
  function proven(changed: Buffer): EventProof['event'] | null {
    try {
      const read = readCompactProof(changed);
      checkEventProof(read, TRUSTED);
      return read.event;
    } catch (error) {
      if (error instanceof ProofError || error instanceof CheckpointError) return null;
      throw error;
    }
  }

  it('proves no other event after a one-bit change in any byte', () => {
    let rejected = 0;
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
      const event = proven(changed);
      if (event === null) rejected += 1;
      // The last bits of the deflated text are padding.
      else expect(event).toEqual(proof.event);
    }
    expect(rejected).toBeGreaterThanOrEqual(file.length - 1);
  });

  it('proves nothing if its length is changed', () => {
    for (let length = 0; length < file.length; length += 1)
      expect(proven(file.subarray(0, length))).toBeNull();
    expect(proven(Buffer.concat([file, hashOf(1)]))).toBeNull();
    expect(proven(Buffer.concat([file, Buffer.of(0)]))).toBeNull();
  });

  it.each([
    [60_000, 'decoded'],
    [70_000, 'rejected'],
    [50_000_000, 'rejected'],
  ])('whose payload has %i bytes is %s', (bytes, outcome) => {
    const { event } = proof;
    const head = [event.position, event.stream, event.version, event.type, event.payloadVersion];
    const fields = [...head, TIME.getTime(), event.actor, event.correlationId, '', ' '.repeat(bytes)];
    const time = TIME.getTime();
    const text = [`1024 ${time} ${time} 1 0 0 0 0 0 0`, ...fields].join('\n');
    const deflated = deflateRawSync(text);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(deflated.length);
    const large = Buffer.concat([file.subarray(0, 140), length, deflated, ...proof.path]);
    if (outcome === 'decoded') expect(readCompactProof(large).event.payload).toHaveLength(bytes);
    else expect(() => readCompactProof(large)).toThrow(ProofError);
  });

  it('is invalid if the event, the path or the previous hash is changed', () => {
    const { event } = proof;
    for (const change of [
      { position: event.position + 1 },
      { payload: event.payload.replace('5000', '9000') },
      { actor: 'user:eve' },
      { recordedAt: new Date(TIME.getTime() + 1) },
    ]) {
      expect(proven(writeCompactProof({ ...proof, event: { ...event, ...change } }))).toBeNull();
    }
    const [first = hashOf(0), ...rest] = proof.path;
    expect(proven(writeCompactProof({ ...proof, path: [nodeHash(first, first), ...rest] }))).toBeNull();
    expect(proven(writeCompactProof({ ...proof, previousHash: first }))).toBeNull();
  });
});

/** Written by the first release. Changing the dictionary or the order of fields would make such files unreadable. */
const FIRST_RELEASE =
  'TUVQMrYuhn-i8zr-r12belw7gULJMQDw9oHN2ZV_JHRd2FU5WzyE95X8gIkrwLIG5UaoL_mTEwTZk8ASK_sz_d31SAsVi410yMsj' +
  'CeozKCUccfAMcLfyblvt-dCTRImHPztYWCiAqsie7R6i5FKcYrhHJfs2ubHM2Egmob87gy12wLkJvn5j2kkdy7oA662TvU4DQQyE' +
  '-32KewFL9q699pYIHQKEREXa0_5dKIiAKuLtUS4SIjmKK6isaewZzWcbSKNGL4JIPlwrH1gGlkgJcVEDCOqieNk70K_hwk8LGnw3' +
  'Ug-t9gbRZwYtbBDmRlhZGofqSN2q0wsD54ZNWfNpTa8JoXMnMN86ZPSSjCkGSy6HOfXTmaLVoFAuwOozGIpF37tRrs6t4RDMlDEi' +
  'FESDzCFCicwQS2stcaiY6QqgLdk2QSZ4-UF_gTa-03T3IOXe72_S_Ho82NNx_Dq8NZ1unx93n61-TCNU3u1fNjO5McDK679wJ2fw' +
  'vgHn55kpp1XffrtY1p1fK7eR26k98LF55huzyJl_syM_edRXCZHpddLZwnW1RwJCwsAshynZpmH_at6WtT1ZY_e4o0Io-C3FyAC-' +
  'Ffj2DQMPSSMjitEEcLGhzC6aDrpAtoY';
