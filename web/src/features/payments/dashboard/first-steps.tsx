import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AccountSummary } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { useSession } from '@/lib/session';

type Step = { title: string; text: ReactNode; isDone: boolean };

/** The three steps from an application to the first payment, shown until there is a payment (DASH-17). */
export function FirstSteps({ summary }: { summary: AccountSummary }) {
  const { user } = useSession();
  const steps = stepsOf(summary, user?.status === 'frozen');
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-steps" className="mb-4 rounded-md border border-rule bg-sunken p-4">
      <h3 id="first-steps" className="text-sm font-semibold">
        Get started
      </h3>
      <ol className="mt-3 space-y-3">
        {steps.map(({ title, text, isDone }, index) => (
          <li key={title} aria-current={index === current ? 'step' : undefined} className="flex gap-3">
            <Marker number={index + 1} isDone={isDone} />
            <div className="min-w-0 text-sm">
              <p className={cn('font-[550]', isDone || index > current ? 'text-ink-2' : 'text-ink')}>
                {title}
                {isDone ? <span className="sr-only">, done</span> : null}
              </p>
              {index === current ? <p className="mt-0.5 text-ink-2">{text}</p> : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Marker({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'tnum flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold',
        isDone ? 'border-transparent bg-accent text-on-accent' : 'border-rule-strong text-ink-2',
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
  );
}

function stepsOf({ kyc, accountRequest }: AccountSummary, isFrozen: boolean): readonly Step[] {
  const isRejected = kyc?.status === 'rejected' || accountRequest?.status === 'rejected';
  const hasNumber = accountRequest?.status === 'approved' && Boolean(accountRequest.accountNumber);
  return [
    {
      title: 'Apply for a checking account',
      text: isRejected ? (
        'Submit your application again.'
      ) : (
        <>
          It takes about five minutes. Have your driver's license ready.{' '}
          <StepLink to="/apply-checking">Start the application</StepLink>
        </>
      ),
      isDone: (kyc !== null || accountRequest !== null) && !isRejected,
    },
    {
      title: 'Get your account number',
      text:
        kyc?.status === 'approved'
          ? "We've verified your identity. We'll email you when your account number is ready."
          : "We'll verify your identity within 24 hours and email you.",
      isDone: hasNumber && !isRejected,
    },
    {
      title: 'Make your first payment',
      text: isFrozen ? (
        "You can't send money while your account is frozen."
      ) : (
        <>
          Once you've received money, you can send some. <StepLink to="/send-money">Send money</StepLink>
        </>
      ),
      isDone: false,
    },
  ];
}

function StepLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-[550] text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}
