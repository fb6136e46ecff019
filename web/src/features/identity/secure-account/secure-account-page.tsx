import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { PageTitle } from '@/components/layout/page-title';
import { VisitorPage } from '@/components/layout/visitor-page';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClass } from '@/components/ui/button';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { unwrap, api } from '@/lib/api/client';
import { useRequest } from '@/lib/use-request';

const TOKEN = /^[\w-]{43}$/;

/**
 * The page linked from the email about a sign-in from a new browser (AUTH-61). Opening the page changes nothing,
 * because mail scanners open links too.
 */
export function SecureAccountPage() {
  const token = useLocation().hash.slice(1);
  const [isLocked, setIsLocked] = useState(false);
  return (
    <VisitorPage>
      <PageTitle>{isLocked ? 'Your account is locked' : 'Lock your account'}</PageTitle>
      {isLocked ? <Locked /> : null}
      {!isLocked && TOKEN.test(token) ? <LockForm token={token} onLocked={() => setIsLocked(true)} /> : null}
      {!isLocked && !TOKEN.test(token) ? <IncompleteLink /> : null}
    </VisitorPage>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return <h1 className="display mt-8 text-3xl">{children}</h1>;
}

const LINK = 'font-medium break-words text-ink underline underline-offset-4';

function SupportLink() {
  return (
    <a href={`mailto:${SUPPORT_EMAIL}`} className={LINK}>
      {SUPPORT_EMAIL}
    </a>
  );
}

function LockForm({ token, onLocked }: { token: string; onLocked: () => void }) {
  const report = useRequest(() => unwrap(api.POST('/api/auth/report-sign-in', { body: { token } })));
  const [failure, setFailure] = useState<unknown>();
  const isUsable = errorFlags(failure).code !== 'ALERT_INVALID';
  const lock = () => {
    setFailure(undefined);
    report.mutate(undefined, { onSuccess: onLocked, onError: setFailure });
  };
  return (
    <>
      <Heading>Wasn't this you?</Heading>
      {isUsable ? <Consequences /> : null}
      {failure === undefined ? null : (
        <Alert
          tone="danger"
          title={errorMessage(failure, "We couldn't lock your account")}
          isLive
          className="mt-6"
        >
          If you've already locked your account, it stays locked. If not,{' '}
          <a href="/auth" className={LINK}>
            sign in
          </a>
          , sign out your other devices in Settings and write to <SupportLink />.
        </Alert>
      )}
      {isUsable ? (
        <>
          <Button variant="danger" size="lg" isBusy={report.isPending} onClick={lock} className="mt-8 w-full">
            Lock My Account
          </Button>
          <p className="mt-4 text-sm text-ink-3">If this was you, close this page. Nothing has changed.</p>
        </>
      ) : null}
    </>
  );
}

function Consequences() {
  return (
    <div className="mt-3 space-y-3 text-pretty text-ink-2">
      <p>If someone else signed in to your account, lock it now:</p>
      <ul className="list-disc space-y-1.5 pl-5">
        <li>You'll be signed out everywhere, including here.</li>
        <li>Nobody will be able to sign in or send money, not even you.</li>
        <li>Your money stays in your account, and payments to you still arrive.</li>
      </ul>
      <p>We'll unlock your account once we know it's you.</p>
    </div>
  );
}

function Locked() {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <Heading>Your account is locked</Heading>
      </div>
      <p className="mt-3 text-pretty text-ink-2">
        You're signed out everywhere, and nobody can sign in or send money. We've emailed you about it.
      </p>
      <h2 className="mt-8 font-semibold">What to do now</h2>
      <ol className="mt-2 list-decimal space-y-1.5 pl-6 text-pretty text-ink-2">
        <li>Choose a new password. Someone may know the old one.</li>
        <li>Change it anywhere else you use it.</li>
        <li>
          Write to <SupportLink /> to unlock your account.
        </li>
      </ol>
      {/* A full page load, because the session of this tab has ended. */}
      <a href="/forgot-password" className={`${buttonClass({ size: 'lg' })} mt-8 w-full`}>
        Choose a New Password
      </a>
    </>
  );
}

function IncompleteLink() {
  return (
    <>
      <Heading>This link is incomplete</Heading>
      <p className="mt-3 text-pretty text-ink-2">
        Open it from the email again, or copy the whole link. If that doesn't help, write to <SupportLink />.
      </p>
    </>
  );
}
