import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Navigate, Route, Routes, useNavigate, useSearchParams } from 'react-router-dom';
import { ADMIN_SCREENS, SIGNED_IN_SCREENS } from '@moniker/common/screen-paths.js';
import { OfflineBanner } from '@/components/ui/offline-banner';
import { ErrorState } from '@/components/ui/error-state';
import { PageSpinner } from '@/components/ui/spinner';
import { errorMessage } from '@/lib/api/api-error';
import type { User } from '@/lib/api/types';
import type { AdminScreen } from '@/lib/permissions';
import { forgetReturnPath, rememberReturnPath, returnPathFor } from '@/lib/return-path';
import { loadSession, useSession } from '@/lib/session';
import { arriveAtSignIn, isLeavingForSignIn } from '@/lib/use-session-expiry';
import { VisitorEmailContext } from '@/lib/visitor-email';
import { AccessDenied } from './access-denied';
import * as pages from './pages';
import { RouteFocus } from './route-focus';

/** Signed-out visitors and signed-in users get different route sets (UI-1, UI-8). */
export function AppRoutes() {
  const { user, isLoading, error } = useSession();
  if (isLoading) return <PageSpinner label="Checking your sign-in" />;
  if (error) {
    return (
      <main className="page max-w-xl py-24">
        <ErrorState
          title={errorMessage(error, "We couldn't check your sign-in.")}
          onRetry={() => void loadSession()}
        />
      </main>
    );
  }
  return (
    <Suspense fallback={<PageSpinner />}>
      <RouteFocus />
      {user ? <SignedInRoutes user={user} /> : <SignedOutRoutes />}
    </Suspense>
  );
}

const PUBLIC_ROUTES = (
  <>
    <Route path="/about" element={<pages.AboutPage />} />
    <Route path="/features" element={<pages.FeaturesPage />} />
    <Route path="/secure-account" element={<pages.SecureAccountPage />} />
    <Route path="/privacy" element={<pages.PrivacyPage />} />
    <Route path="/terms" element={<pages.TermsPage />} />
    <Route path="/security" element={<pages.SecurityPage />} />
    <Route path="*" element={<pages.NotFoundPage />} />
  </>
);

function SignedOutRoutes() {
  const loggedOut = <AccessDenied description="You are logged out. Logging in again..." to="/auth" />;
  const denied: Partial<Record<string, ReactNode>> = {
    '/apply-checking': <AccessDenied description="Please sign in to apply." to="/" />,
    '/send-money': <PaymentLink otherwise={loggedOut} />,
  };
  const adminDenied = <AdminDenied returns />;
  return (
    <VisitorEmailContext value={useState('')}>
      <OfflineBanner />
      <Routes>
        <Route path="/" element={<pages.LandingPage />} />
        <Route path="/auth" element={<SignIn />} />
        <Route path="/forgot-password" element={<pages.ForgotPasswordPage />} />
        {SIGNED_IN_SCREENS.map((path) => (
          <Route key={path} path={path} element={denied[path] ?? loggedOut} />
        ))}
        {ADMIN_SCREENS.map((path) => (
          <Route key={path} path={path} element={adminDenied} />
        ))}
        {PUBLIC_ROUTES}
      </Routes>
    </VisitorEmailContext>
  );
}

/** Sends visitors who open a money request's link to the sign-in screen, which says why (TRF-174). */
function PaymentLink({ otherwise }: { otherwise: ReactNode }) {
  const isRequest = useSearchParams()[0].has('request');
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRequest || isLeavingForSignIn()) return;
    rememberReturnPath();
    void navigate('/auth', { replace: true });
  }, [isRequest, navigate]);
  return isRequest ? <PageSpinner /> : otherwise;
}

/** The sign-in screen. Showing it completes the redirect that an expired session started (UI-14). */
function SignIn() {
  useEffect(arriveAtSignIn, []);
  return <pages.AuthPage />;
}

function SignedInRoutes({ user }: { user: User }) {
  const { isAdmin } = user;
  const dashboard = <WithTransaction page={<pages.DashboardPage />} />;
  const admin = (path: AdminScreen, page: ReactNode) => (
    <Route path={path} element={isAdmin ? <pages.AdminGate path={path} page={page} /> : <AdminDenied />} />
  );
  return (
    <Routes>
      <Route element={<pages.AppLayout />}>
        <Route path="/" element={dashboard} />
        <Route path="/dashboard" element={dashboard} />
        <Route path="/history" element={<WithTransaction page={<pages.HistoryPage />} />} />
        <Route path="/explain" element={<WithTransaction page={<pages.ExplainPage />} />} />
        <Route path="/send-money" element={<pages.SendMoneyPage />} />
        <Route path="/apply-checking" element={<pages.ApplyCheckingPage />} />
        <Route path="/analytics" element={<pages.AnalyticsPage />} />
        <Route path="/statements" element={<pages.StatementsPage />} />
        <Route path="/settings" element={<pages.SettingsPage />} />
        <Route path="/contact" element={<pages.ContactPage />} />
        {admin('/admin', <pages.AdminPage />)}
        {admin('/admin/queue', <pages.QueuePage />)}
        {admin('/admin/approvals', <pages.ApprovalsPage />)}
        {admin('/admin/kyc/:id', <pages.KycReviewPage />)}
        {admin('/dashboard-edit/:userId', <pages.DashboardEditPage />)}
      </Route>
      <Route path="/auth" element={<SignedIn user={user} />} />
      <Route path="/forgot-password" element={<Navigate to="/dashboard" replace />} />
      {PUBLIC_ROUTES}
    </Routes>
  );
}

/** After a sign-in, redirects to the screen that the user first requested, or to the dashboard (AUTH-2, AUTH-32). */
function SignedIn({ user }: { user: User }) {
  const [path] = useState(() => returnPathFor(user));
  useEffect(forgetReturnPath, []);
  return <Navigate to={path} replace />;
}

/** A screen with a panel for the transaction named by the `transaction` search parameter. */
function WithTransaction({ page }: { page: ReactNode }) {
  const transactionId = useSearchParams()[0].get('transaction');
  return (
    <>
      {page}
      <Suspense fallback={null}>
        {transactionId ? <pages.TransactionPanel key={transactionId} id={transactionId} /> : null}
      </Suspense>
    </>
  );
}

function AdminDenied({ returns = false }: { returns?: boolean }) {
  return (
    <AccessDenied description="You don't have permission to access this page." to="/" returns={returns} />
  );
}
