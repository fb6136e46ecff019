import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Logo } from '@/components/layout/logo';
import { PageTitle } from '@/components/layout/page-title';
import { SkipLink } from '@/components/layout/skip-link';
import { buttonClass } from '@/components/ui/button';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { ThemeToggle } from '@/components/ui/theme-toggle';
import { preloadToastArea } from '@/components/ui/toaster';
import { returnsToRequest } from '@/lib/return-path';
import { useSteps } from '@/lib/use-steps';
import { useVisitorEmail } from '@/lib/visitor-email';
import { AuthAside } from './auth-aside';
import { LoginForm } from './login-form';
import { RegisterForm } from './register-form';
import { EMPTY_REGISTRATION, type RegisterValues } from './register-values';

// Loaded on demand: most visitors need neither of these, and the page's first load must stay small.
const VerifyEmail = lazy(async () => ({ default: (await import('./verify-email')).VerifyEmail }));
const SecondStep = lazy(async () => ({ default: (await import('./second-step')).SecondStep }));

/** The email address to verify. `requestedAt` says when this page last requested a code, if it did. */
type Verification = { email: string; requestedAt: number | undefined };

/**
 * Sign-in (with its second step), registration, and email verification (AUTH-5). The tab is part of the URL
 * (AUTH-34), and the verification screen is a history entry (UI-27, REG-20).
 */
export function AuthPage() {
  const [verification, setVerification] = useState<Verification>();
  const [registered, setRegistered] = useState(EMPTY_REGISTRATION);
  const [factors, setFactors] = useState<readonly string[]>();
  const { step, goTo } = useSteps<'form' | 'verify' | 'confirm'>('form');
  const navigate = useNavigate();
  // Opens the verification screen at `/auth`, so a reload shows the sign-in form. If the user signs in there with an
  // unverified address, the verification screen opens again.
  const verify = (next: Verification) => {
    setVerification(next);
    goTo('verify', '/auth');
  };
  const handleRegistered = (values: RegisterValues) => {
    setRegistered({ ...values, password: '', confirmation: '' });
    verify({ email: values.email, requestedAt: Date.now() });
  };
  const handleVerified = () => {
    setRegistered(EMPTY_REGISTRATION);
    void navigate('/auth', { replace: true });
  };
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <SkipLink />
      <div className="flex flex-col px-4 sm:px-8">
        <header className="flex h-16 items-center justify-between gap-2">
          <a href="/" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-3`}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Home
          </a>
          <ThemeToggle className="-mr-2" />
        </header>
        <main
          id="main"
          tabIndex={-1}
          onFocus={preloadToastArea}
          className="mx-auto w-full max-w-md flex-1 py-8 lg:py-12"
        >
          <Logo />
          {step === 'verify' && verification ? (
            <Suspense>
              <VerifyEmail
                {...verification}
                onRequested={() => setVerification({ ...verification, requestedAt: Date.now() })}
                onVerified={handleVerified}
                onBack={() => void navigate('/auth', { replace: true })}
              />
            </Suspense>
          ) : step === 'confirm' && factors ? (
            <Suspense>
              <SecondStep factors={factors} onBack={() => void navigate('/auth', { replace: true })} />
            </Suspense>
          ) : (
            <SignInTabs
              isReturning={verification !== undefined}
              registered={registered}
              onRegistered={handleRegistered}
              onUnconfirmed={(next) => {
                setFactors(next);
                goTo('confirm', '/auth');
              }}
              onUnverified={(email) =>
                verify(verification?.email === email ? verification : { email, requestedAt: undefined })
              }
            />
          )}
        </main>
      </div>
      <AuthAside />
    </div>
  );
}

/** The tab that the URL selects: registration for `?tab=register`, otherwise sign-in. */
function useTab(): [tab: string, setTab: (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'register' ? 'register' : 'login';
  return [tab, (next) => setParams(next === 'register' ? { tab: next } : {}, { replace: true })];
}

type SignInTabsProps = {
  /** Whether the user returned from the verification screen. */
  isReturning: boolean;
  /** The last registration, without the password. */
  registered: RegisterValues;
  onRegistered: (values: RegisterValues) => void;
  onUnverified: (email: string) => void;
  onUnconfirmed: (factors: readonly string[]) => void;
};

function SignInTabs({ isReturning, registered, onRegistered, ...exits }: SignInTabsProps) {
  const [tab, setTab] = useTab();
  const [email, setEmail] = useVisitorEmail();
  const isLogin = tab === 'login';
  const [reason] = useState(() =>
    returnsToRequest() ? 'Sign in to pay this request.' : 'Sign in to see your balance and payments.',
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const [focusesHeading] = useState(isReturning);
  useEffect(() => {
    if (focusesHeading) heading.current?.focus();
  }, [focusesHeading]);
  return (
    <>
      <PageTitle>{isLogin ? 'Sign in' : 'Get started'}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="display mt-8 text-3xl outline-none">
        {isLogin ? 'Welcome back' : 'Open your account'}
      </h1>
      <p className="mt-2 text-ink-2">{isLogin ? reason : "It's free, with no hidden or monthly fees."}</p>
      <Tabs value={tab} onValueChange={setTab} className="mt-6">
        <TabsList aria-label="Sign in or get started">
          <TabsTrigger value="login">Sign In</TabsTrigger>
          <TabsTrigger value="register">Get Started</TabsTrigger>
        </TabsList>
        <TabsContent value="login">
          <LoginForm initialEmail={email} onEmailChange={setEmail} {...exits} />
        </TabsContent>
        <TabsContent value="register">
          <RegisterForm
            initialValues={{ ...registered, email }}
            onEmailChange={setEmail}
            onRegistered={onRegistered}
          />
        </TabsContent>
      </Tabs>
    </>
  );
}
