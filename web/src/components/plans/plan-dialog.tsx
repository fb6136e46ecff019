import { useRef, useState } from 'react';
import { HANDLE_NAME } from '@moniker/common/brand.js';
import { isolate } from '@moniker/common/typed-text.js';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Money } from '@/components/ui/money';
import { restoreFocus } from '@/components/ui/restore-focus';
import { formatBankDay } from '@/lib/bank-day';
import type { Plan } from '@/lib/queries/use-plans';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { hasStarted, planNotice, SCHEDULE_NAMES } from './plan-texts';
import { type PlanChange, useChangePlan } from './use-change-plan';

type Change = PlanChange['change'];
type PlanDialogProps = { plan: Plan; onClose: () => void };

const NOTHING_MISSED = "We won't send any transfers that came due while it was paused.";

/** The texts of each change: the button, the question before the change and the toast after the change. */
const CHANGES: Readonly<Record<Change, { label: string; title: string; text: string; done: string }>> = {
  pause: {
    label: 'Pause',
    title: 'Pause this transfer?',
    text: "We won't send it until you resume it. We'll skip any transfers due before then.",
    done: 'Scheduled transfer paused',
  },
  resume: {
    label: 'Resume',
    title: 'Resume this transfer?',
    text: `We'll continue on the next scheduled date. ${NOTHING_MISSED}`,
    done: 'Scheduled transfer resumed',
  },
  skip: {
    label: 'Skip Next',
    title: 'Skip the next transfer?',
    text: "We won't send the transfer due on {day}. Later transfers aren't affected.",
    done: 'Next transfer skipped',
  },
  unskip: {
    label: 'Undo Skip',
    title: 'Undo this skip?',
    text: "We'll send the transfer due on {day} after all. Later transfers aren't affected.",
    done: 'Skip undone',
  },
  end: {
    label: 'End',
    title: 'End this scheduled transfer?',
    text: "We won't make any more of these transfers. Transfers already made aren't affected.",
    done: 'Scheduled transfer ended',
  },
};

/** The texts for a transfer that is made once. */
const ONCE_TEXTS: Partial<Record<Change, string>> = {
  pause: "We won't send it unless you resume it before {day}.",
  resume: "We'll send it on {day}.",
  end: "We won't make this transfer.",
};

/** What becomes of a frozen customer's scheduled transfers (TRF-127). */
const FROZEN =
  "If your account is still frozen on the next date, we'll pause this transfer instead of making it.";

const useIsFrozen = (): boolean => useSession().user?.status === 'frozen';

/** Shows a scheduled transfer. “Change” edits it; every other button asks for confirmation first (TRF-132). */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const [chosen, setChosen] = useState<Change>();
  const isFrozen = useIsFrozen();
  // After the confirmation, the focus returns to what opened this dialog: the button that opened the confirmation no
  // longer exists (TRF-184).
  const [opener] = useState(() => document.activeElement);
  const focusOpener = (event: Event) => {
    event.preventDefault();
    restoreFocus(opener);
  };
  if (chosen)
    return <ConfirmChange plan={plan} change={chosen} onClose={onClose} onCloseAutoFocus={focusOpener} />;
  const { recipientName, recipientMoniker, amountCents, schedule, status, nextDays, firstDay, skippedDay } =
    plan;
  const notice = planNotice(plan);
  const changes = changesOf(plan);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onCloseAutoFocus={focusOpener}
      title="Scheduled transfer"
      description={`To ${isolate(recipientName)}`}
    >
      <DetailList className="-mt-2.5 text-sm">
        {recipientMoniker === null ? null : (
          <Detail term={HANDLE_NAME}>
            <span translate="no">{`$${recipientMoniker}`}</span>
          </Detail>
        )}
        <Detail term="Amount">
          <Money cents={amountCents} />
        </Detail>
        <Detail term="Purpose">
          <bdi>{plan.purpose}</bdi>
        </Detail>
        <Detail term="When">{SCHEDULE_NAMES[schedule]}, at 6 AM New York time</Detail>
        {schedule !== 'once' && hasStarted(plan) ? (
          <Detail term="Started">{formatBankDay(firstDay)}</Detail>
        ) : null}
        {nextDays.length > 0 ? (
          <Detail term={status === 'paused' ? 'Next, if resumed' : 'Next'}>
            {nextDays.map(formatBankDay).join(' · ')}
          </Detail>
        ) : null}
        {skippedDay ? <Detail term="Last skipped">{formatBankDay(skippedDay)}</Detail> : null}
        {notice ? <Detail term="Status">{notice}</Detail> : null}
      </DetailList>
      {isFrozen && status === 'active' ? <p className="text-sm text-ink-2">{FROZEN}</p> : null}
      <DialogActions>
        {changes.map((change) => (
          <Button
            key={change}
            variant={change === 'end' ? 'danger' : 'secondary'}
            onClick={() => setChosen(change)}
          >
            {CHANGES[change].label}
          </Button>
        ))}
        {/* Closes the dialog: on /send-money, the link leads to the same screen, so the dialog would stay open. */}
        <Link to={`/send-money?plan=${plan.id}`} className={buttonClass()} onClick={onClose}>
          Change
        </Link>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The changes that a plan allows, in their order on wide screens; phones show the last one first. A one-time transfer
 * has no “skip”, because ending it does the same.
 */
function changesOf({ status, schedule, nextDays, skippedDay }: Plan): Change[] {
  if (status === 'paused') return nextDays.length > 0 ? ['end', 'resume'] : ['end'];
  if (schedule === 'once') return ['end', 'pause'];
  return ['end', 'pause', ...(skippedDay ? (['unskip'] as const) : []), 'skip'];
}

/** The day that a change skips or restores. */
function dayOf({ dueDay, skippedDay }: Plan, change: Change): string | null {
  if (change === 'skip') return dueDay;
  return change === 'unskip' ? skippedDay : null;
}

function textOf({ schedule, firstDay }: Plan, change: Change, isFrozen: boolean): string {
  const once =
    schedule === 'once' ? ONCE_TEXTS[change]?.replace('{day}', formatBankDay(firstDay)) : undefined;
  if (change === 'resume' && isFrozen) return once ? FROZEN : `${NOTHING_MISSED} ${FROZEN}`;
  return once ?? CHANGES[change].text;
}

type ConfirmChangeProps = PlanDialogProps & { change: Change; onCloseAutoFocus: (event: Event) => void };

function ConfirmChange({ plan, change, onClose, onCloseAutoFocus }: ConfirmChangeProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const mutation = useChangePlan(plan.id);
  const fail = useFailure();
  const { label, title, done } = CHANGES[change];
  const isEnd = change === 'end';
  const text = textOf(plan, change, useIsFrozen());
  const dueDay = dayOf(plan, change);
  const confirm = () =>
    mutation.mutate(dueDay ? { change, dueDay } : { change }, {
      onSuccess: () => {
        toast({ title: done });
        // When a plan ends, its row disappears and takes the dialog with it. Closing the dialog first would return the
        // focus to the row's button (TRF-184).
        if (!isEnd) onClose();
      },
      onError: (error) => {
        fail(error, "We couldn't change the scheduled transfer. Please try again.");
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      initialFocus={keep}
      onClose={onClose}
      onCloseAutoFocus={onCloseAutoFocus}
      title={title}
      description={`To ${isolate(plan.recipientName)}`}
    >
      <p className="text-sm text-ink-2">{dueDay ? text.replace('{day}', formatBankDay(dueDay)) : text}</p>
      <DialogActions>
        <Button ref={keep} variant="secondary" disabled={mutation.isPending} onClick={onClose}>
          {isEnd ? 'Keep Transfer' : 'Cancel'}
        </Button>
        <Button variant={isEnd ? 'danger' : 'primary'} isBusy={mutation.isPending} onClick={confirm}>
          {isEnd ? 'End Transfer' : label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
