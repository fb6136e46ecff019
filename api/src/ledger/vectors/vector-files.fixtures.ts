import type { AccountEntry } from '../domain/apply.js';
import { formatEventLine } from '../log/event-lines.js';
import { eventHash, GENESIS_HASH, type HashedFields } from '../log/hash-chain.js';
import { writeCompactProof } from '../proof/compact-proof.js';
import { writeEventProof } from '../proof/event-proof.js';
import { digestNotes, digestTexts } from '../texts/transaction-texts.js';
import {
  contradictingCheckpoints,
  invalidCheckpoints,
  invalidLogs,
  invalidProofs,
} from './invalid.fixtures.js';
import { LOG, replayedTo, trialBalanceOf } from './log.fixtures.js';
import { DECLINED_NOTES, NOTES, TEXTS } from './texts.fixtures.js';
import {
  consistencyBetween,
  countedHashes,
  EARLIER,
  eventAt,
  KEY,
  LAST,
  proofOf,
  REWRITTEN_HASHES,
  rootAt,
  signed,
  wrongRootsOfThree,
} from './tree.fixtures.js';

/**
 * The compact proof of event 8. Its deflated part depends on the zlib version, so the spec compares the decoded
 * content.
 */
export const COMPACT_PROOF = 'event-8.proof';
/** The compact proof with one bit of its path changed. */
export const INVALID_COMPACT_PROOF = 'invalid/proof-changed-path.proof';

const LAST_CHECKPOINT = checkpointName(LAST);

/** All test vectors except the compact proofs: contents by path within `docs/vectors`. */
export async function vectorFiles(): Promise<ReadonlyMap<string, string>> {
  const invalid = await invalidFiles();
  return new Map([
    ['log.ndjson', LOG.map(formatEventLine).join('')],
    ['state.json', json(states())],
    ['event-hashes.json', json(hashVectors())],
    ['text-digests.json', json(textVectors())],
    ['merkle-roots.json', json(rootVectors())],
    ['consistency-proofs.json', json(await consistencyVectors())],
    [checkpointName(EARLIER), signed(EARLIER)],
    [LAST_CHECKPOINT, signed(LAST)],
    [`checkpoints/keys/${KEY.id}.pub`, `${KEY.publicKey}\n`],
    ['event-8.json', writeEventProof(await proofOf(8))],
    [`event-${LAST}.json`, writeEventProof(await proofOf(LAST))],
    ...invalid.map(({ file, content }): [string, string] => [file, content]),
    ['invalid.json', json(invalidIndex(invalid))],
  ]);
}

/** The compact proofs, by path within `docs/vectors`. */
export async function compactProofs(): Promise<ReadonlyMap<string, Buffer>> {
  const proof = writeCompactProof(await proofOf(8));
  const changed = Buffer.from(proof);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  return new Map([
    [COMPACT_PROOF, proof],
    [INVALID_COMPACT_PROOF, changed],
  ]);
}

function checkpointName(position: number): string {
  return `checkpoints/checkpoint-${String(position).padStart(15, '0')}.txt`;
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function states() {
  return [EARLIER, LAST].map((position) => {
    const state = replayedTo(position);
    return {
      position,
      accounts: [...state.accounts.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1)),
      transactions: [...state.transactions.values()],
      streamVersions: Object.fromEntries(state.streamVersions),
      entries: state.entries.map(entryVector),
      trialBalance: trialBalanceOf(state),
    };
  });
}

/** Leaves out the account's daily total after the entry, because earlier vectors lack it. */
function entryVector({ outgoingDayAfter: _day, outgoingDayCentsAfter: _cents, ...entry }: AccountEntry) {
  return entry;
}

function hashVectors() {
  const unusual: HashedFields = {
    ...{ position: 7, stream: 'account:a0000000-0000-4000-8000-000000000001', version: 3 },
    ...{ type: 'CreditRecorded', payloadVersion: 1, recordedAt: new Date('2026-03-02T17:00:00.123Z') },
    ...{ actor: 'user:42', correlationId: 'request-1', causationId: 'cause-1' },
    payload: '{"note":"Zoë → $5",\n "amount" : 1e2}\n',
  };
  const shown = [
    { what: 'The first event of the log', previousHash: GENESIS_HASH, event: eventAt(1) },
    { what: 'An event in the middle of the log', previousHash: eventAt(5).hash, event: eventAt(6) },
    { what: 'Text beyond ASCII, and line feeds in the payload', previousHash: GENESIS_HASH, event: unusual },
  ];
  const otherForm = { ...unusual, payload: '{"note":"Zoë → $5","amount":100}' };
  return {
    valid: shown.map(({ what, previousHash, event }) => ({
      what,
      ...hashVector(previousHash, event),
      preimage: preimageOf(event).toString('hex'),
      hash: eventHash(previousHash, event).toString('hex'),
    })),
    invalid: [
      {
        reason: 'The payload was parsed and serialized again before it was hashed.',
        ...hashVector(GENESIS_HASH, unusual),
        hash: eventHash(GENESIS_HASH, otherForm).toString('hex'),
      },
    ],
  };
}

function hashVector(previousHash: Buffer, event: HashedFields) {
  const { position, stream, version, type, payloadVersion } = event;
  const { recordedAt, actor, correlationId, causationId, payload } = event;
  return {
    previousHash: previousHash.toString('hex'),
    event: {
      ...{ position, stream, version, type, payloadVersion, recordedAt },
      ...{ actor, correlationId, causationId, payload },
    },
  };
}

/** Builds the preimage independently of the production code; the spec compares its hash with the event's. */
function preimageOf(event: HashedFields): Buffer {
  const { position, stream, version, type, payloadVersion } = event;
  const { recordedAt, actor, correlationId, causationId, payload } = event;
  const numbered = [position, stream, version, type, payloadVersion, recordedAt.getTime()];
  const text = [...numbered, actor, correlationId, causationId, payload].join('\n');
  return Buffer.from(text, 'utf8');
}

function textVectors() {
  const [transfer] = TEXTS.filter(({ texts }) => 'purpose' in texts);
  const [notes] = NOTES;
  if (transfer === undefined || notes === undefined)
    throw new Error('the fixtures have no texts of a transfer');
  const textsDigest = digestTexts(transfer.texts, transfer.salt);
  return {
    texts: {
      valid: TEXTS.map((one) => ({ ...one, textsDigest: digestTexts(one.texts, one.salt) })),
      invalid: [
        {
          ...{ ...transfer, texts: { ...transfer.texts, purpose: 'Rent' }, textsDigest },
          reason: 'The purpose was changed.',
        },
        {
          ...{ ...transfer, salt: notes.salt, textsDigest },
          reason: 'The salt is that of other texts.',
        },
      ],
    },
    notes: {
      valid: [...NOTES, DECLINED_NOTES].map((one) => ({
        ...{ ...one, notesDigest: digestNotes(one.notes, one.salt, one.customerReason) },
      })),
      invalid: [
        {
          ...{ ...notes, notes: `${notes.notes} `, notesDigest: digestNotes(notes.notes, notes.salt) },
          reason: 'A space was appended.',
        },
        {
          ...DECLINED_NOTES,
          notesDigest: digestNotes(DECLINED_NOTES.notes, DECLINED_NOTES.salt),
          reason: 'The reason for the customer was added later.',
        },
      ],
    },
  };
}

function rootVectors() {
  const sizes = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, LAST];
  const counted = countedHashes(66_000);
  return {
    log: sizes.map((size) => ({ size, root: rootAt(size).toString('hex') })),
    counted: [255, 256, 257, 1_000, 65_536, 66_000].map((size) => ({
      size,
      root: rootAt(size, counted).toString('hex'),
    })),
    invalid: wrongRootsOfThree().map(({ root, reason }) => ({ size: 3, root: root.toString('hex'), reason })),
  };
}

async function consistencyVectors() {
  const pairs = [
    [1, LAST],
    [3, 7],
    [4, 8],
    [6, 8],
    [EARLIER, LAST],
    [16, LAST],
    [LAST, LAST],
  ] as const;
  const valid = await Promise.all(
    pairs.map(async ([earlier, later]) => ({
      earlier: { size: earlier, root: rootAt(earlier).toString('hex') },
      later: { size: later, root: rootAt(later).toString('hex') },
      proof: (await consistencyBetween(earlier, later)).map((one) => one.toString('hex')),
    })),
  );
  const [honest] = valid.filter(({ earlier }) => earlier.size === EARLIER);
  if (honest === undefined) throw new Error('the fixtures have no proof between the checkpoints');
  const rewritten = { size: EARLIER, root: rootAt(EARLIER, REWRITTEN_HASHES).toString('hex') };
  return {
    valid,
    invalid: [
      { ...honest, earlier: rewritten, reason: 'An event before the earlier position was rewritten.' },
      { ...honest, proof: honest.proof.slice(0, -1), reason: 'The last hash is missing.' },
      { ...honest, proof: [...honest.proof, honest.later.root], reason: 'There is a hash too many.' },
      { ...honest, earlier: honest.later, later: honest.earlier, reason: 'The earlier tree is the larger.' },
    ],
  };
}

interface InvalidVector {
  readonly file: string;
  readonly content: string;
  readonly kind: 'log' | 'checkpoint' | 'proof';
  readonly against?: string;
  readonly check?: string;
  readonly position?: number;
  readonly reason: string;
}

async function invalidFiles(): Promise<InvalidVector[]> {
  const logs = invalidLogs().map(({ name, events, check, position, reason }): InvalidVector => {
    const against = check === 'expected-head' ? { against: LAST_CHECKPOINT } : {};
    const content = events.map(formatEventLine).join('');
    return { file: `invalid/log-${name}.ndjson`, content, kind: 'log', ...against, check, position, reason };
  });
  const notes = invalidCheckpoints().map(({ name, ...rest }): InvalidVector => ({
    file: `invalid/checkpoint-${name}.txt`,
    kind: 'checkpoint',
    ...rest,
  }));
  const contradictingNotes = contradictingCheckpoints().map(({ name, ...rest }): InvalidVector => ({
    file: `invalid/checkpoint-${name}.txt`,
    kind: 'checkpoint',
    against: 'log.ndjson',
    ...rest,
  }));
  const proofs = (await invalidProofs()).map(({ name, ...rest }): InvalidVector => ({
    file: `invalid/proof-${name}.json`,
    kind: 'proof',
    ...rest,
  }));
  return [...logs, ...notes, ...contradictingNotes, ...proofs];
}

function invalidIndex(files: readonly InvalidVector[]) {
  const listed = files.map(({ file, kind, against = null, check = null, position = null, reason }) => ({
    ...{ file, kind, against, check, position, reason },
  }));
  const compact = {
    ...{ file: INVALID_COMPACT_PROOF, kind: 'proof', against: null, check: null, position: null },
    reason: 'The last bit of the path was changed.',
  };
  return [...listed, compact];
}
