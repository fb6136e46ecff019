import { formatUsd } from '../ledger/domain/money.js';
import type { Posting } from './account-postings.service.js';
import {
  GROUP_KINDS,
  type ExplanationDto,
  type ExplanationEntryDto,
  type ExplanationGroupDto,
  type ExplanationItemDto,
  type GroupKind,
} from './explanation.dto.js';
import type { PostingKind } from './posting-kinds.js';

const MAX_ITEMS = 100;
const MAX_ENTRIES = 50;

/** What an account's lines alone explain. */
type BalanceExplanation = Omit<ExplanationDto, 'computedUpTo'>;

/** A posting's part in a group: a transfer's amount is told apart from its fee. */
interface Share {
  readonly group: GroupKind;
  readonly amountCents: number;
}

/**
 * Explains a balance by an account's lines up to a moment, in the order of the log. If `lines` are only the last
 * ones, what lies before them becomes the opening group and the older holds.
 */
export function explainBalance(at: Date, lines: readonly Posting[]): BalanceExplanation {
  const last = lines.at(-1);
  const totalCents = last?.postedAfterCents ?? 0;
  const heldCents = last?.heldAfterCents ?? 0;
  const groups = groupsOf(lines);
  const explainedCents = groups.reduce((sum, group) => sum + group.sumCents, 0);
  if (explainedCents !== totalCents) throw new Error("the account's lines do not add up to its balance");
  return {
    at: at.toISOString(),
    total: formatUsd(totalCents),
    totalCents,
    held: formatUsd(heldCents),
    heldCents,
    available: formatUsd(totalCents - heldCents),
    availableCents: totalCents - heldCents,
    groups,
    holds: holdsOf(lines, heldCents),
    entries: lines.slice(-MAX_ENTRIES).reverse().map(entryOf),
  };
}

function groupsOf(lines: readonly Posting[]): ExplanationGroupDto[] {
  const items = new Map<GroupKind, ExplanationItemDto[]>();
  const add = (group: GroupKind, item: ExplanationItemDto): void => {
    const known = items.get(group);
    if (known === undefined) items.set(group, [item]);
    else known.push(item);
  };
  const [first] = lines;
  const openingCents = first === undefined ? 0 : first.postedAfterCents - first.amountCents;
  if (first !== undefined && openingCents !== 0) {
    add('opening', item(null, 'Balance before these lines', openingCents, first.at));
  }
  for (const line of lines) {
    for (const { group, amountCents } of sharesOf(line)) {
      const words = group === 'fees' ? `Fee: ${line.description}` : line.description;
      add(group, item(line.transactionId, words, amountCents, line.at));
    }
  }
  return GROUP_KINDS.flatMap((kind) => {
    const found = items.get(kind);
    return found === undefined ? [] : [groupOf(kind, found)];
  });
}

function groupOf(kind: GroupKind, items: readonly ExplanationItemDto[]): ExplanationGroupDto {
  const sumCents = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const count = items.length;
  const shown = items.slice(-MAX_ITEMS).reverse();
  return { kind, sum: formatUsd(sumCents), sumCents, count, moreCount: count - shown.length, items: shown };
}

function sharesOf({ kind, amountCents, feeCents }: Posting): Share[] {
  if (amountCents === 0) return [];
  if (kind !== 'transfer' || feeCents === 0) return [{ group: GROUP_OF[kind], amountCents }];
  return [
    { group: 'transfers', amountCents: amountCents + feeCents },
    { group: 'fees', amountCents: -feeCents },
  ];
}

const GROUP_OF: Readonly<Record<PostingKind, GroupKind>> = {
  credit: 'credits',
  incoming_payment: 'incoming_payments',
  transfer: 'transfers',
  adjustment: 'adjustments',
  reversal: 'reversals',
  closing: 'closing',
};

function holdsOf(lines: readonly Posting[], heldCents: number): ExplanationItemDto[] {
  const open = new Map<string, { heldCents: number; line: Posting }>();
  for (const line of lines) {
    if (line.holdCents === 0 || line.transactionId === null) continue;
    const before = open.get(line.transactionId)?.heldCents ?? 0;
    open.set(line.transactionId, { heldCents: before + line.holdCents, line });
  }
  const holds = [...open]
    .filter(([, hold]) => hold.heldCents > 0)
    .map(([id, hold]) => item(id, hold.line.subject, hold.heldCents, hold.line.at))
    .reverse();
  const knownCents = holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (knownCents > heldCents) throw new Error("the account's holds are more than what is held");
  return knownCents === heldCents
    ? holds
    : [...holds, item(null, 'Older holds', heldCents - knownCents, null)];
}

function entryOf(line: Posting): ExplanationEntryDto {
  const { position, at, description, transactionId, amountCents, holdCents, postedAfterCents } = line;
  return {
    position,
    at: at.toISOString(),
    description,
    transactionId,
    amount: formatUsd(amountCents),
    amountCents,
    hold: formatUsd(holdCents),
    holdCents,
    balanceAfter: formatUsd(postedAfterCents),
    balanceAfterCents: postedAfterCents,
  };
}

function item(
  transactionId: string | null,
  description: string,
  amountCents: number,
  at: Date | null,
): ExplanationItemDto {
  const date = at === null ? null : at.toISOString();
  return { transactionId, description, amount: formatUsd(amountCents), amountCents, date };
}
