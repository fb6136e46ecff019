import type { Posting } from './account-postings.service.js';
import {
  GROUP_KINDS,
  type ExplanationDto,
  type ExplanationGroupDto,
  type ExplanationItemDto,
  type GroupKind,
} from './explanation.dto.js';
import type { PostingKind } from './posting-kinds.js';

const MAX_ITEMS = 100;
const MAX_ENTRIES = 50;

/** The part of an explanation that follows from the postings alone. */
type BalanceExplanation = Omit<ExplanationDto, 'computedUpTo'>;

/** The part of a posting that belongs to one group. A transfer with a fee has two: the net amount and the fee. */
interface Share {
  readonly group: GroupKind;
  readonly amountCents: number;
}

/**
 * Explains a balance by the account's postings up to `at`, in log order. If `postings` contains only the newest ones,
 * the earlier ones are reported as the opening group and as older holds.
 *
 * @throws Error the postings do not add up to the balance, or their open holds exceed the held amount (ACC-12)
 */
export function explainBalance(at: Date, postings: readonly Posting[]): BalanceExplanation {
  const last = postings.at(-1);
  const totalCents = last?.balanceAfterCents ?? 0;
  const heldCents = last?.heldAfterCents ?? 0;
  const groups = explanationGroups(postings);
  const explainedCents = groups.reduce((sum, group) => sum + group.sumCents, 0);
  if (explainedCents !== totalCents) throw new Error("the account's postings do not add up to its balance");
  return {
    at,
    totalCents,
    heldCents,
    availableCents: totalCents - heldCents,
    groups,
    holds: holdsOf(postings, heldCents),
    entries: postings.slice(-MAX_ENTRIES).reverse(),
  };
}

function explanationGroups(postings: readonly Posting[]): ExplanationGroupDto[] {
  const items = new Map<GroupKind, ExplanationItemDto[]>();
  const add = (group: GroupKind, entry: ExplanationItemDto): void => {
    const known = items.get(group);
    if (known === undefined) items.set(group, [entry]);
    else known.push(entry);
  };
  const [first] = postings;
  const openingCents = first === undefined ? 0 : first.balanceAfterCents - first.amountCents;
  if (first !== undefined && openingCents !== 0) {
    add('opening', item(null, 'Balance before these entries', openingCents, first.at));
  }
  for (const posting of postings) {
    for (const { group, amountCents } of sharesOf(posting)) {
      const description = group === 'fees' ? `Fee: ${posting.description}` : posting.description;
      add(group, item(posting.transactionId, description, amountCents, posting.at));
    }
  }
  return GROUP_KINDS.flatMap((kind) => {
    const found = items.get(kind);
    return found === undefined ? [] : [explanationGroup(kind, found)];
  });
}

function explanationGroup(kind: GroupKind, items: readonly ExplanationItemDto[]): ExplanationGroupDto {
  const sumCents = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const count = items.length;
  const shown = items.slice(-MAX_ITEMS).reverse();
  const moreCount = count - shown.length;
  return { kind, sumCents, count, moreCount, items: shown };
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

function holdsOf(postings: readonly Posting[], heldCents: number): ExplanationItemDto[] {
  const open = new Map<string, { heldCents: number; posting: Posting }>();
  for (const posting of postings) {
    if (posting.holdCents === 0 || posting.transactionId === null) continue;
    const before = open.get(posting.transactionId)?.heldCents ?? 0;
    open.set(posting.transactionId, { heldCents: before + posting.holdCents, posting });
  }
  const holds = [...open]
    .filter(([, hold]) => hold.heldCents > 0)
    .map(([id, hold]) => item(id, hold.posting.subject, hold.heldCents, hold.posting.at))
    .reverse();
  const knownCents = holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (knownCents > heldCents) throw new Error("the account's open holds exceed its held amount");
  return knownCents === heldCents
    ? holds
    : [...holds, item(null, 'Older holds', heldCents - knownCents, null)];
}

function item(
  transactionId: string | null,
  description: string,
  amountCents: number,
  at: Date | null,
): ExplanationItemDto {
  return { transactionId, description, amountCents, date: at };
}
