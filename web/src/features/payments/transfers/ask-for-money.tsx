import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_REQUESTED_CENTS, REQUESTED_TOO_MUCH } from '@moniker/common/requested-amount.js';
import { MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import { parseTypedAmount } from '@moniker/common/typed-amount.js';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge } from '@/components/ui/status-badge';
import { amountErrorOf, typedDollars } from '@/lib/amount-input';
import { errorFlags } from '@/lib/api/api-error';
import { humanize } from '@/lib/format';
import { useAskForMoney } from '@/lib/queries/use-change-money-requests';
import { useMoneyRequests, type MoneyRequest } from '@/lib/queries/use-money-requests';
import { formatBankDate } from '@/lib/time/bank-time';
import { toast, toastError } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { useForm } from '@/lib/use-form';
import { CancelRequestDialog } from './cancel-request-dialog';
import { ChosenRecipient } from './chosen-recipient';
import { ANYONE, PayerPicker, type AskWay, type Payer } from './payer-picker';
import { RequestLinkDialog } from './request-link-dialog';

const errorIfTooMuch = (amount: string) =>
  (parseTypedAmount(amount) ?? 0) > MAX_REQUESTED_CENTS ? REQUESTED_TOO_MUCH : undefined;

/** Asks someone for money, and lists the customer's own requests (TRF-110). */
export function AskForMoney() {
  const [linked, setLinked] = useState<MoneyRequest | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <AskCard onLink={setLinked} />
      <OwnRequests onLink={setLinked} />
      {linked ? <RequestLinkDialog request={linked} onClose={() => setLinked(null)} /> : null}
    </div>
  );
}

const EMPTY = { amount: '', note: '' };
/** The purpose that the payer reads if the customer writes none (TRF-142). */
const DEFAULT_NOTE = 'Money request';

function AskCard({ onLink }: { onLink: (request: MoneyRequest) => void }) {
  const [way, setWay] = useState<AskWay>('moniker');
  const [payer, setPayer] = useState<Payer | null>(null);
  const element = useRef<HTMLElement>(null);
  const isLink = way === 'link';
  const start = (change: () => void) => {
    // Focuses the amount field if the change shows it. Choosing a person hides the picker that had the focus.
    flushSync(change);
    element.current?.querySelector<HTMLElement>('[name="amount"]')?.focus();
  };
  const choose = (found: Payer) => start(() => setPayer(found));
  const ask = useAskForMoney();
  const fail = useFailure();
  const form = useForm(EMPTY, ({ amount }) => ({
    amount: amountErrorOf(amount) ?? errorIfTooMuch(amount),
  }));
  const send = ({ amount, note }: typeof EMPTY) => {
    const to = payer && {
      recipientMoniker: payer.moniker,
      ...(payer.proof && { recipientProof: payer.proof }),
    };
    ask.mutate(
      { amount: typedDollars(amount), note: note.trim() || DEFAULT_NOTE, ...to },
      {
        onSuccess: (request) => {
          form.reset();
          setPayer(null);
          if (request.isLink) onLink(request);
          else
            toast({
              title: 'Request sent',
              description: `${request.name ?? ''} will see it on their dashboard.`,
            });
        },
        onError: (error) => {
          if (errorFlags(error).code !== 'MONIKER_NOT_FOUND') {
            fail(error, to ? 'Failed to send the request' : 'Failed to create the link');
            return;
          }
          // The proof of the lookup has expired, or this person can't be asked by moniker anymore (TRF-104).
          setPayer(null);
          // Gives no reason, because a blocked asker must not learn of the block (TRF-115).
          toastError("We couldn't send your request", 'You can create a link instead and send it to them.');
        },
      },
    );
  };
  return (
    <Card ref={element} aria-label="Request">
      <CardBody className="space-y-6">
        {payer ? (
          <ChosenRecipient name={payer.name} moniker={payer.moniker} onChange={() => setPayer(null)} />
        ) : (
          <PayerPicker way={way} onWayChange={(next) => start(() => setWay(next))} onChoose={choose} />
        )}
        {isLink || payer ? (
          <form noValidate onSubmit={form.submit(send)} className="space-y-6">
            <Field
              label="Amount"
              error={form.errors.amount}
              hint="The amount you'll get. The payer also pays the fee."
            >
              {(control) => <AmountInput {...control} {...form.bind('amount')} />}
            </Field>
            <Field label="Note" isOptional hint="The payer will see this note.">
              {(control) => (
                <Input
                  {...control}
                  {...form.bind('note')}
                  autoComplete="off"
                  placeholder="Dinner, tickets, rent"
                  maxLength={MAX_DESCRIPTION_LENGTH}
                />
              )}
            </Field>
            <Button type="submit" size="lg" isBusy={ask.isPending} className="w-full sm:w-auto">
              {isLink && !payer ? 'Create Link' : 'Send Request'}
            </Button>
          </form>
        ) : null}
      </CardBody>
    </Card>
  );
}

function OwnRequests({ onLink }: { onLink: (request: MoneyRequest) => void }) {
  const { data, isError, refetch } = useMoneyRequests();
  const [canceling, setCanceling] = useState<MoneyRequest | null>(null);
  const own = data?.filter(({ isOwn }) => isOwn);
  return (
    <Card>
      <CardHeader
        title="Your Requests"
        description="Requests stay open for 30 days. You can have up to ten open at a time."
      />
      <CardBody>
        {!data && !isError ? <Skeleton className="h-16 w-full" /> : null}
        {!data && isError ? (
          <ErrorState title="We couldn't load your requests." onRetry={() => void refetch()} />
        ) : null}
        {own?.length === 0 ? <EmptyState title="No requests yet" /> : null}
        <ul aria-label="Your requests" className="divide-y divide-rule">
          {own?.map((request) => (
            <li key={request.id} className="flex flex-wrap items-center gap-3 py-3 text-sm">
              <div className="min-w-48 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 font-[550]">
                  <span className="wrap-anywhere">
                    <Money cents={request.amountCents} /> <span>from</span>{' '}
                    <bdi>{request.name ?? ANYONE}</bdi>
                  </span>
                  <Badge>{humanize(request.state)}</Badge>
                </p>
                <p className="text-ink-3 wrap-anywhere">
                  <bdi>{request.note}</bdi> · {formatBankDate(request.createdAt)}
                </p>
              </div>
              {request.state === 'open' ? (
                <div className="flex gap-2">
                  {request.isLink ? (
                    <Button variant="secondary" size="sm" onClick={() => onLink(request)}>
                      Show Link
                    </Button>
                  ) : null}
                  <Button variant="secondary" size="sm" onClick={() => setCanceling(request)}>
                    Cancel Request
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
        {canceling ? <CancelRequestDialog request={canceling} onClose={() => setCanceling(null)} /> : null}
      </CardBody>
    </Card>
  );
}
