import { hash as hashOf } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { verifyFile } from '../verify/verify-file.js';
import { EVENT_TYPES, EVENTS, newestVersion } from '../domain/events.js';
import { eventHash, type HashedFields } from '../log/hash-chain.js';
import { type Checkpoint, CheckpointError, openCheckpoint } from '../proof/checkpoint.js';
import { isCompactProof, readCompactProof } from '../proof/compact-proof.js';
import { checkEventProof, type EventProof, ProofError, readEventProof } from '../proof/event-proof.js';
import { isContinuation } from '../proof/merkle.js';
import { parseTrustedKeys } from '../signing/signing-key.js';
import { digestNotes, digestTexts, type TransactionTexts } from '../texts/transaction-texts.js';
import { LOG } from './log.fixtures.js';
import { countedHashes, LAST, rootAt } from './tree.fixtures.js';
import { COMPACT_PROOF, compactProofs, INVALID_COMPACT_PROOF, vectorFiles } from './vector-files.fixtures.js';

const FOLDER = path.join(import.meta.dirname, '../../../../docs/vectors');
const WRITTEN_BY_HAND = new Set(['README.md', '.gitattributes']);
const IS_UPDATE = (process.env['UPDATE_VECTORS'] ?? '') !== '';

const bytesOf = (name: string): Buffer => readFileSync(path.join(FOLDER, name));
const textOf = (name: string): string => bytesOf(name).toString('utf8');
const jsonOf = (name: string): unknown => JSON.parse(textOf(name));
const sha256 = (bytes: Buffer): string => hashOf('sha256', bytes, 'hex');
const bufferOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !WRITTEN_BY_HAND.has(name));
}

function write(name: string, content: string | Buffer): void {
  const file = path.join(FOLDER, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Compact proofs are compared by their decoded content, because the deflated bytes depend on the zlib version. */
function isSameProof(name: string, generated: Buffer): boolean {
  try {
    expect(readCompactProof(bytesOf(name))).toEqual(readCompactProof(generated));
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  if (!IS_UPDATE) return;
  const [files, proofs] = [await vectorFiles(), await compactProofs()];
  for (const name of filesIn(FOLDER)) {
    if (!proofs.has(name)) rmSync(path.join(FOLDER, name));
  }
  for (const [name, content] of files) write(name, content);
  for (const [name, content] of proofs) if (!isSameProof(name, content)) write(name, content);
});

describe('test vectors', () => {
  it('match what the ledger generates, byte for byte [LED-18]', async () => {
    const generated = await vectorFiles();
    for (const [name, content] of generated) expect([name, textOf(name)]).toEqual([name, content]);
    const names = [COMPACT_PROOF, INVALID_COMPACT_PROOF, ...generated.keys()];
    expect(filesIn(FOLDER).sort()).toEqual(names.sort());
  });

  it('contain the compact proofs that the ledger generates', async () => {
    for (const [name, generated] of await compactProofs()) {
      expect([name, isSameProof(name, generated)]).toEqual([name, true]);
    }
  });

  it('cover every event type and every payload version [LED-18]', () => {
    const written = new Set(LOG.map(({ type, payloadVersion }) => `${type} ${payloadVersion}`));
    const known = EVENT_TYPES.flatMap((type) =>
      Array.from({ length: newestVersion(type) }, (_, index) => `${type} ${index + 1}`),
    );
    expect([...written].sort()).toEqual(known.sort());
  });
});

it.each(EVENT_TYPES)('docs/ledger.md has the newest version of %s and its fields [LED-18]', (type) => {
  const lines = textOf('../ledger.md').split('\n');
  const row = lines.find((line) => line.startsWith(`| \`${type}\` (${newestVersion(type)}) `));
  for (const field of Object.keys(EVENTS[type].fields)) expect(row).toContain(`\`${field}\``);
});

interface InvalidVector {
  readonly file: string;
  readonly kind: 'log' | 'checkpoint' | 'proof';
  readonly against: string | null;
  readonly check: string | null;
  readonly position: number | null;
}

const KEYS = 'checkpoints/keys';
const trusted = () =>
  parseTrustedKeys(readdirSync(path.join(FOLDER, KEYS)).map((name) => textOf(`${KEYS}/${name}`).trim()));
const checkpointIn = (name: string): Checkpoint => openCheckpoint(textOf(name), trusted());
const checkpointNames = () => filesIn(FOLDER).filter((name) => /^checkpoints\/[^/]+\.txt$/.test(name));
const invalid = (kind: InvalidVector['kind']) =>
  (jsonOf('invalid.json') as InvalidVector[]).filter((vector) => vector.kind === kind);

async function verified(name: string, checkpoints: readonly string[]) {
  async function* lines(): AsyncGenerator<string> {
    yield* await Promise.resolve(textOf(name).split('\n'));
  }
  return verifyFile(lines(), { expectedHeads: checkpoints.map(checkpointIn) });
}

describe('verifyFile and openCheckpoint', () => {
  it('accept the log and its checkpoints', async () => {
    expect(checkpointNames()).toHaveLength(2);
    const result = await verified('log.ndjson', checkpointNames());
    expect(result).toMatchObject({ ok: true, findings: [], checkedTo: { position: LAST } });
  });

  it('reject each invalid log with the expected check and position', async () => {
    for (const { file, against, check, position } of invalid('log')) {
      const { findings } = await verified(file, against === null ? [] : [against]);
      expect([file, findings]).toEqual([file, [expect.objectContaining({ check, position })]]);
    }
  });

  it('accept a truncated or rewritten log if no checkpoint is given', async () => {
    for (const { file } of invalid('log').filter(({ against }) => against !== null)) {
      expect([file, await verified(file, [])]).toEqual([file, expect.objectContaining({ ok: true })]);
    }
  });

  it('reject each invalid checkpoint', () => {
    for (const { file } of invalid('checkpoint').filter(({ against }) => against === null)) {
      expect(() => checkpointIn(file)).toThrow(CheckpointError);
    }
  });

  it('open each checkpoint with a valid signature, even if it contradicts the log', () => {
    const [, last = ''] = checkpointNames().sort();
    for (const { file } of invalid('checkpoint').filter(({ against }) => against !== null)) {
      expect(checkpointIn(file)).not.toEqual(checkpointIn(last));
    }
  });
});

function proofIn(name: string): EventProof {
  const bytes = bytesOf(name);
  return isCompactProof(bytes) ? readCompactProof(bytes) : readEventProof(bytes.toString('utf8'));
}

describe('checkEventProof', () => {
  it('accepts the JSON and the compact proof, and the proof of the last event', () => {
    for (const name of ['event-8.json', COMPACT_PROOF, `event-${LAST}.json`]) {
      expect(checkEventProof(proofIn(name), trusted()).position).toBe(LAST);
    }
    expect(proofIn(COMPACT_PROOF)).toEqual(proofIn('event-8.json'));
  });

  it('rejects each invalid proof', () => {
    for (const { file } of invalid('proof')) {
      let error: unknown = null;
      try {
        checkEventProof(proofIn(file), trusted());
      } catch (thrown) {
        error = thrown;
      }
      expect([file, error instanceof ProofError || error instanceof CheckpointError]).toEqual([file, true]);
    }
  });
});

interface Vectors<Vector> {
  readonly valid: readonly Vector[];
  readonly invalid: readonly Vector[];
}

/** Yields each vector and whether it must be accepted. */
function* each<Vector>({ valid, invalid }: Vectors<Vector>): Generator<[Vector, boolean]> {
  for (const vector of valid) yield [vector, true];
  for (const vector of invalid) yield [vector, false];
}

interface HashVector {
  readonly previousHash: string;
  readonly event: Omit<HashedFields, 'recordedAt'> & { readonly recordedAt: string };
  /** Only valid vectors have it. */
  readonly preimage?: string;
  readonly hash: string;
}

interface ConsistencyVector {
  readonly earlier: { readonly size: number; readonly root: string };
  readonly later: { readonly size: number; readonly root: string };
  readonly proof: readonly string[];
}

interface TextVectors {
  readonly texts: Vectors<{
    readonly texts: TransactionTexts;
    readonly salt: string;
    readonly textsDigest: string;
  }>;
  readonly notes: Vectors<{
    readonly notes: string;
    readonly salt: string;
    readonly customerReason?: string;
    readonly notesDigest: string;
  }>;
}

interface RootVector {
  readonly size: number;
  readonly root: string;
}

describe('the ledger', () => {
  it('accepts only the valid event hashes', () => {
    for (const [{ previousHash, event, preimage, hash }, isValid] of each(
      jsonOf('event-hashes.json') as Vectors<HashVector>,
    )) {
      const fields = { ...event, recordedAt: new Date(event.recordedAt) };
      expect(eventHash(bufferOf(previousHash), fields).equals(bufferOf(hash))).toBe(isValid);
      if (preimage !== undefined) expect(sha256(bufferOf(previousHash + preimage))).toBe(hash);
    }
  });

  it('accepts only the valid consistency proofs', () => {
    const asTree = ({ size, root }: RootVector) => ({ size, root: bufferOf(root) });
    for (const [{ earlier, later, proof }, isValid] of each(
      jsonOf('consistency-proofs.json') as Vectors<ConsistencyVector>,
    )) {
      expect(isContinuation(asTree(earlier), asTree(later), proof.map(bufferOf))).toBe(isValid);
    }
  });

  it('accepts only the valid digests of texts and notes', () => {
    const { texts, notes } = jsonOf('text-digests.json') as TextVectors;
    for (const [one, isValid] of each(texts)) {
      expect(digestTexts(one.texts, one.salt) === one.textsDigest).toBe(isValid);
    }
    for (const [one, isValid] of each(notes)) {
      expect(digestNotes(one.notes, one.salt, one.customerReason) === one.notesDigest).toBe(isValid);
    }
  });

  it('accepts only the valid Merkle roots', () => {
    const vectors = jsonOf('merkle-roots.json') as Record<'log' | 'counted' | 'invalid', RootVector[]>;
    const counted = countedHashes(66_000);
    for (const { size, root } of vectors.log) expect(rootAt(size).toString('hex')).toBe(root);
    for (const { size, root } of vectors.counted) expect(rootAt(size, counted).toString('hex')).toBe(root);
    for (const { size, root } of vectors.invalid) expect(rootAt(size).toString('hex')).not.toBe(root);
  });
});
