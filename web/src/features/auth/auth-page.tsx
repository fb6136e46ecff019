import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Logo } from '@/components/layout/logo';
import { PageTitle } from '@/components/layout/page-title';
import { SkipLink } from '@/components/layout/skip-link';
import { buttonClass } from '@/components/ui/button';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { ThemeToggle } from '@/components/ui/theme-toggle';
import { preloadToastArea } from '@/components/ui/toaster';
import { AuthAside } from './auth-aside';
import { LoginForm } from './login-form';
import { RegisterForm } from './register-form';
import { VerifyEmail } from './verify-email';

/** Sign-in, registration and email verification (AUTH-5). The tab is part of the URL; the email moves between screens. */
export function AuthPage() {
  const [tab, setTab] = useTab();
  const { state } = useLocation() as { state: { email?: string } | null };
  const [email, setEmail] = useState(state?.email ?? '');
  const [emailToVerify, setEmailToVerify] = useState<string | null>(null);
  const backToLogin = () => {
    setTab('login');
    setEmailToVerify(null);
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
          {emailToVerify === null ? (
            <SignInTabs
              tab={tab}
              onTabChange={setTab}
              email={email}
              onEmailChange={setEmail}
              onUnverified={setEmailToVerify}
            />
          ) : (
            <VerifyEmail email={emailToVerify} onBack={backToLogin} />
          )}
        </main>
      </div>
      <AuthAside />
    </div>
  );
}

/** The tab of the URL: `?tab=register`, or sign-in. */
function useTab(): [tab: string, setTab: (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'register' ? 'register' : 'login';
  return [tab, (next) => setParams(next === 'register' ? { tab: next } : {}, { replace: true })];
}

type SignInTabsProps = {
  tab: string;
  onTabChange: (tab: string) => void;
  /** The address typed last. */
  email: string;
  onEmailChange: (email: string) => void;
  onUnverified: (email: string) => void;
};

function SignInTabs({ tab, onTabChange, email, onEmailChange, onUnverified }: SignInTabsProps) {
  const isLogin = tab === 'login';
  return (
    <>
      <PageTitle>{isLogin ? 'Sign in' : 'Get started'}</PageTitle>
      <h1 className="display mt-8 text-3xl">{isLogin ? 'Welcome back' : 'Open your account'}</h1>
      <p className="mt-2 text-ink-2">
        {isLogin ? 'Sign in to see your balance and payments.' : 'Free, with no hidden or monthly fees.'}
      </p>
      <Tabs value={tab} onValueChange={onTabChange} className="mt-6">
        <TabsList aria-label="Sign in or get started">
          <TabsTrigger value="login">Sign In</TabsTrigger>
          <TabsTrigger value="register">Get Started</TabsTrigger>
        </TabsList>
        <TabsContent value="login">
          <LoginForm initialEmail={email} onEmailChange={onEmailChange} onUnverified={onUnverified} />
        </TabsContent>
        <TabsContent value="register">
          <RegisterForm initialEmail={email} onEmailChange={onEmailChange} onRegistered={onUnverified} />
        </TabsContent>
      </Tabs>
    </>
  );
}
