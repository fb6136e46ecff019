import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import { signCheckpoint } from '../proof/checkpoint.js';
import { type EventProof, writeEventProof } from '../proof/event-proof.js';
import { nodeHash } from '../proof/merkle.js';
import { LOG, rechained, REWRITTEN_LOG } from './log.fixtures.js';
import {
  checkpointAt,
  eventAt,
  LAST,
  proofOf,
  REWRITTEN_HASHES,
  rootAt,
  signed,
  signedText,
  UNTRUSTED_KEY,
} from './tree.fixtures.js';

/** A log that must be rejected, with the expected finding. */
export interface InvalidLog {
  readonly name: string;
  readonly events: readonly RecordedEvent[];
  readonly check: string;
  readonly position: number;
  readonly reason: string;
}

export function invalidLogs(): InvalidLog[] {
  return [...brokenChains(), ...brokenRules(), ...truncatedLogs()];
}

/** The position of the first payment that belongs to a transfer between customers. */
const PAID = LOG.findIndex(({ payload }) => payload.includes('"transferId"')) + 1;

/** Changes that can be found without applying the events. */
function brokenChains(): InvalidLog[] {
  const changed = { ...eventAt(5), payload: eventAt(5).payload.replaceAll('150000', '950000') };
  return [
    {
      ...{ name: 'changed-payload', check: 'chain', position: 5 },
      events: [...LOG.slice(0, 4), changed],
      reason: 'The amount of event 5 was changed; its hash was not.',
    },
    {
      ...{ name: 'missing-event', check: 'positions', position: 3 },
      events: [...LOG.slice(0, 2), ...LOG.slice(3, 5)],
      reason: 'Event 3 is missing.',
    },
    {
      ...{ name: 'earlier-time', check: 'time', position: 4 },
      events: forged(4, { recordedAt: new Date(eventAt(3).recordedAt.getTime() - 1) }),
      reason: 'Event 4 was recorded before event 3.',
    },
    {
      ...{ name: 'unknown-payload-version', check: 'payload', position: 6 },
      events: forged(6, { payloadVersion: 4 }),
      reason: 'TransferRequested has no payload version 4.',
    },
    {
      ...{ name: 'missing-field', check: 'payload', position: 7 },
      events: forged(7, { payload: eventAt(7).payload.replace('"feeBasisPoints":200,', '') }),
      reason: 'Payload version 2 of TransferRequested must have feeBasisPoints.',
    },
    {
      ...{ name: 'skipped-version', check: 'streams', position: 6 },
      events: forged(6, { version: 4 }),
      reason: 'Version 4 follows version 2 in the stream of the account.',
    },
  ];
}

/** Correctly chained events that break the rules of the ledger. */
function brokenRules(): InvalidLog[] {
  const { fees, settlement } = SYSTEM_ACCOUNTS;
  return [
    {
      ...{ name: 'wrong-fee', check: 'rules', position: 7 },
      events: forged(7, { payload: eventAt(7).payload.replace('"feeCents":80', '"feeCents":79') }),
      reason: 'The fee of 40.00 at 2% is 0.80, not 0.79.',
    },
    {
      ...{ name: 'entries-of-other-account', check: 'rules', position: 8 },
      events: forged(8, { payload: eventAt(8).payload.replace(fees, settlement) }),
      reason: 'The fee is posted to settlement instead of fees. The entries still sum to zero.',
    },
    {
      ...{ name: 'held-twice', check: 'rules', position: 7 },
      events: forged(7, { payload: eventAt(7).payload.replace('"holdCents":4000', '"holdCents":8000') }),
      reason: 'A pending transfer of 40.00 holds 40.00, not 80.00.',
    },
    {
      ...{ name: 'wrong-earlier-status', check: 'rules', position: 10 },
      events: forged(10, { payload: eventAt(10).payload.replace('"from":"pending"', '"from":"processing"') }),
      reason: 'The payment was pending, not processing, before event 10.',
    },
    {
      ...{ name: 'half-of-a-pair', check: 'rules', position: PAID - 1 },
      events: LOG.slice(0, PAID - 1),
      reason: 'The transfer to another customer is completed, and the payment to them does not follow.',
    },
    {
      ...{ name: 'other-net-amount', check: 'rules', position: PAID - 1 },
      events: forged(PAID, { payload: eventAt(PAID).payload.replaceAll('9800', '9900') }),
      reason: 'The payment to the other customer is 99.00, and the transfer pays 98.00.',
    },
    {
      ...{ name: 'overdrawn', check: 'fold', position: 7 },
      events: forged(7, {
        payload: eventAt(7)
          .payload.replaceAll(':4000,', ':20000000,')
          .replace('"feeCents":80', '"feeCents":400000'),
      }),
      reason: 'The hold of 200,000.00 takes available below zero.',
    },
  ];
}

/** Valid logs that differ from the signed one. Only a comparison with the last checkpoint shows the difference. */
function truncatedLogs(): InvalidLog[] {
  return [
    {
      ...{ name: 'cut-off', check: 'expected-head', position: 21 },
      events: LOG.slice(0, 20),
      reason: `The log is sound, but ends before position ${LAST}, which was signed.`,
    },
    {
      ...{ name: 'rewritten', check: 'expected-head', position: LAST },
      events: REWRITTEN_LOG,
      reason: `The log is sound, but its hash at position ${LAST} is not the one that was signed.`,
    },
  ];
}

/** Returns the log up to a position, with its last event changed and chained to the previous one. */
function forged(position: number, change: Partial<RecordedEvent>): RecordedEvent[] {
  const before = LOG.slice(0, position - 1);
  return [...before, ...rechained(eventAt(position - 1).hash, [{ ...eventAt(position), ...change }])];
}

/** A file that must be rejected. */
export interface InvalidFile {
  readonly name: string;
  readonly content: string;
  readonly reason: string;
}

/** Checkpoint notes that are invalid in themselves. They must be rejected without a comparison with the log. */
export function invalidCheckpoints(): InvalidFile[] {
  const note = signed(LAST);
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  return [
    {
      name: 'changed-balance',
      content: note.replace(/^customers \d+$/m, 'customers 99999999'),
      reason: 'A line was changed after the signature.',
    },
    {
      name: 'untrusted-key',
      content: signCheckpoint(checkpointAt(LAST), UNTRUSTED_KEY),
      reason: `It is signed by the key ${UNTRUSTED_KEY.id}, which is not a trusted one.`,
    },
    {
      name: 'leading-zero',
      content: signedText(text.replace(`position ${LAST}`, `position 0${LAST}`)),
      reason: 'The signature is right, but the text is not canonical: the position has a leading zero.',
    },
    {
      name: 'additional-line',
      content: signedText(`${text}comment none\n`),
      reason: 'The signature is right, but the text has an additional line.',
    },
    {
      name: 'carriage-returns',
      content: note.replaceAll('\n', '\r\n'),
      reason: 'Lines end with a line feed alone.',
    },
  ];
}

/** Correctly signed notes that contradict the log. */
export function contradictingCheckpoints(): InvalidFile[] {
  const { balance } = checkpointAt(LAST);
  const { customersCents, settlementCents } = balance;
  return [
    {
      name: 'other-hash',
      content: signed(LAST, { hash: eventAt(LAST - 1).hash }),
      reason: `Its hash is not that of event ${LAST}.`,
    },
    {
      name: 'other-tree',
      content: signed(LAST, { root: rootAt(LAST, REWRITTEN_HASHES) }),
      reason: 'Its root is that of another log.',
    },
    {
      name: 'other-balance',
      content: signed(LAST, {
        balance: {
          ...balance,
          customersCents: customersCents + 100,
          settlementCents: settlementCents - 100,
        },
      }),
      reason: 'Its trial balance sums to zero, but is not that of a replay.',
    },
  ];
}

/** Proof files that must be rejected. */
export async function invalidProofs(): Promise<InvalidFile[]> {
  const proof = await proofOf(8);
  const { event, path, note } = proof;
  const [first = GENESIS_HASH, ...rest] = path;
  const write = (change: Partial<EventProof>): string => writeEventProof({ ...proof, ...change });
  return [
    {
      name: 'changed-event',
      content: write({ event: { ...event, payload: event.payload.replace('completed', 'failed') } }),
      reason: 'The payload was changed, so the path does not lead to the signed root.',
    },
    {
      name: 'other-position',
      content: write({ event: { ...event, position: 9 } }),
      reason: 'The event is said to be at another position.',
    },
    {
      name: 'changed-path',
      content: write({ path: [nodeHash(first, first), ...rest] }),
      reason: 'The first hash of the path was changed.',
    },
    {
      name: 'short-path',
      content: write({ path: path.slice(0, -1) }),
      reason: 'The path is shorter than the tree is high.',
    },
    {
      name: 'long-path',
      content: write({ path: [...path, first] }),
      reason: 'The path is longer than the tree is high.',
    },
    {
      name: 'changed-checkpoint',
      content: write({ note: note.replace(/^accounts \d+$/m, 'accounts 9') }),
      reason: 'The checkpoint in it was changed after the signature.',
    },
  ];
}
