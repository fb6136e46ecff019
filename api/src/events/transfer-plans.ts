import { formatUsd } from '@moniker/common/money.js';
import type { PayloadOf, PlanChange, PlanChangeReason, PlanSchedule } from '../ledger/domain/events.js';
import { formatDay as formatIn } from '../platform/time/bank-day.js';
import type { EventDescription, TextsByType } from './event-texts.js';

type Changed = PayloadOf<'TransferPlanChanged'>;

export const TRANSFER_PLANS = {
  TransferPlanned: {
    forAdmins: ({ amountCents, schedule, firstDay }, customer) =>
      `Scheduled ${customer}'s ${formatUsd(amountCents)} transfer: ${SCHEDULES[schedule]} ${dayText(firstDay)}`,
    forCustomer: {
      by: 'customer',
      // Customers make plans themselves, so they need no notification. The email warns them if someone else used
      // their account.
      describe: () => null,
      isNotified: () => false,
      mail: ({ planId, userId }, position) => ({
        ...{ template: 'plan-made', userId },
        params: { planId, position: String(position) },
      }),
    },
  },
  TransferPlanChanged: {
    forAdmins: ({ amountCents, change, reason, dueDay }, customer) =>
      `Changed ${customer}'s scheduled ${formatUsd(amountCents)} transfer due ${dayText(dueDay)}: ${CHANGES[change]}${REASONS[reason]}`,
    forCustomer: {
      by: 'customer',
      describe: (payload, _facts, formatDay) => describeChange(payload, formatDay),
      isNotified: ({ reason }) => isNotice(reason),
      mail: ({ planId, userId, change, reason, dueDay }) =>
        isNotice(reason)
          ? { template: 'planned-transfer-not-made', userId, params: { planId, change, reason, dueDay } }
          : null,
    },
  },
} satisfies Partial<TextsByType>;

const SCHEDULES: Readonly<Record<PlanSchedule, string>> = {
  once: 'once on',
  weekly: 'weekly from',
  monthly: 'monthly from',
};

const CHANGES: Readonly<Record<PlanChange, string>> = {
  paused: 'plan paused',
  resumed: 'plan resumed',
  delayed: 'delayed to the next day',
  skipped: 'skipped',
  ended: 'plan ended',
};

const REASONS: Readonly<Record<PlanChangeReason, string>> = {
  customer: ' by the customer',
  funds: ', not enough money',
  limit: ', over the daily limit',
  late: ', more than seven days late',
  frozen: ', account frozen',
  identity: ', identity check rejected',
  refused: ', the transfer was refused',
  closed: ', account closed',
};

/**
 * Whether the customer is told about a plan change with this reason. Customers need no notice of their own changes, and
 * closed accounts get none.
 */
function isNotice(reason: PlanChangeReason): boolean {
  return reason !== 'customer' && reason !== 'closed';
}

interface DescribedPlan {
  readonly schedule: PlanSchedule;
  /** The day of the next transfer. */
  readonly dueDay: string;
  /** Whether the customer made the plan by changing another one (TRF-170). */
  readonly replacesPlan: boolean;
}

/** Says when a plan makes its transfers, and whether the plan replaces an earlier one. */
export function describePlan(
  { schedule, dueDay, replacesPlan }: DescribedPlan,
  formatDay: (time: Date) => string,
): string {
  const make = replacesPlan
    ? "You changed this scheduled transfer. We'll now make it"
    : "We'll make this transfer";
  return `${make} ${TIMES[schedule]} ${formatDay(middayOf(dueDay))}, at 6 AM New York time.`;
}

const TIMES: Readonly<Record<PlanSchedule, string>> = {
  once: 'on',
  weekly: 'every week, starting',
  monthly: 'every month, starting',
};

/** Returns 17:00 UTC, which is about midday of that day in New York. */
const middayOf = (day: string): Date => new Date(`${day}T17:00:00Z`);

/** `2026-11-20` → `Nov 20, 2026`. */
const dayText = (day: string): string => formatIn(middayOf(day), 'UTC');

/** Describes why a scheduled transfer was not made, and what happens next. */
export function describeChange(
  { amountCents, change, reason, dueDay }: Pick<Changed, 'amountCents' | 'change' | 'reason' | 'dueDay'>,
  formatDay: (time: Date) => string,
): EventDescription | null {
  if (!isNotice(reason)) return null;
  const due = formatDay(middayOf(dueDay));
  const why = WHY[reason];
  return {
    title: TITLES[change],
    text: `We couldn't make your scheduled transfer of ${formatUsd(amountCents)} due ${due}${why}. ${NEXT[change]}`,
  };
}

const TITLES: Readonly<Record<PlanChange, string>> = {
  delayed: 'Scheduled transfer delayed',
  skipped: 'Scheduled transfer not made',
  paused: 'Scheduled transfer paused',
  resumed: 'Scheduled transfer resumed',
  ended: 'Scheduled transfer ended',
};

const WHY: Readonly<Record<PlanChangeReason, string>> = {
  customer: '',
  funds: ", because you didn't have enough money",
  limit: ', because it would have exceeded your daily limit',
  late: ', because a problem on our side delayed it by more than seven days',
  frozen: ', because your account was frozen',
  identity: ", because your identity verification wasn't approved",
  refused: '',
  closed: '',
};

const NEXT: Readonly<Record<PlanChange, string>> = {
  delayed: "We'll try again at 6 AM New York time on the day after this notice.",
  skipped: "We won't try this transfer again. Any later ones aren't affected.",
  paused: "We've paused this scheduled transfer. Manage it on your dashboard.",
  resumed: '',
  ended: '',
};
