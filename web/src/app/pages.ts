import { lazy } from 'react';

/** Each screen is a separate chunk, loaded when it is first shown. */
export const LandingPage = lazy(async () => ({
  default: (await import('@/features/public/landing/landing-page')).LandingPage,
}));
export const AboutPage = lazy(async () => ({
  default: (await import('@/features/public/about/about-page')).AboutPage,
}));
export const FeaturesPage = lazy(async () => ({
  default: (await import('@/features/public/features-overview/features-page')).FeaturesPage,
}));
export const PrivacyPage = lazy(async () => ({
  default: (await import('@/features/public/legal/privacy-page')).PrivacyPage,
}));
export const TermsPage = lazy(async () => ({
  default: (await import('@/features/public/legal/terms-page')).TermsPage,
}));
export const SecurityPage = lazy(async () => ({
  default: (await import('@/features/public/legal/security-page')).SecurityPage,
}));
export const AuthPage = lazy(async () => ({
  default: (await import('@/features/identity/sign-in/auth-page')).AuthPage,
}));
export const ForgotPasswordPage = lazy(async () => ({
  default: (await import('@/features/identity/forgot-password/forgot-password-page')).ForgotPasswordPage,
}));
export const SecureAccountPage = lazy(async () => ({
  default: (await import('@/features/identity/secure-account/secure-account-page')).SecureAccountPage,
}));
export const AppLayout = lazy(async () => ({ default: (await import('./app-layout')).AppLayout }));
export const DashboardPage = lazy(async () => ({
  default: (await import('@/features/payments/dashboard/dashboard-page')).DashboardPage,
}));
export const HistoryPage = lazy(async () => ({
  default: (await import('@/features/payments/transactions/history-page')).HistoryPage,
}));
export const ExplainPage = lazy(async () => ({
  default: (await import('@/features/payments/explanation/explain-page')).ExplainPage,
}));
export const TransactionPanel = lazy(async () => ({
  default: (await import('@/features/payments/transactions/transaction-panel')).TransactionPanel,
}));
export const SendMoneyPage = lazy(async () => ({
  default: (await import('@/features/payments/transfers/send-money-page')).SendMoneyPage,
}));
export const ApplyCheckingPage = lazy(async () => ({
  default: (await import('@/features/kyc/application/apply-checking-page')).ApplyCheckingPage,
}));
export const StatementsPage = lazy(async () => ({
  default: (await import('@/features/payments/statements/statements-page')).StatementsPage,
}));
export const SettingsPage = lazy(async () => ({
  default: (await import('@/features/identity/settings/settings-page')).SettingsPage,
}));
export const AnalyticsPage = lazy(async () => ({
  default: (await import('@/features/payments/analytics/analytics-page')).AnalyticsPage,
}));
export const ContactPage = lazy(async () => ({
  default: (await import('@/features/support/chat/contact-page')).ContactPage,
}));
export const ApprovalsPage = lazy(async () => ({
  default: (await import('@/features/admin/approvals/approvals-page')).ApprovalsPage,
}));
export const AdminPage = lazy(async () => ({
  default: (await import('@/features/admin/admin-page')).AdminPage,
}));
export const QueuePage = lazy(async () => ({
  default: (await import('@/features/admin/work-queue/queue-page')).QueuePage,
}));
export const KycReviewPage = lazy(async () => ({
  default: (await import('@/features/admin/kyc/kyc-review-page')).KycReviewPage,
}));
export const AdminGate = lazy(async () => ({
  default: (await import('@/features/admin/admin-gate')).AdminGate,
}));
export const DashboardEditPage = lazy(async () => ({
  default: (await import('@/features/payments/dashboard/editor/dashboard-edit-page')).DashboardEditPage,
}));
export const NotFoundPage = lazy(async () => ({
  default: (await import('@/features/public/not-found/not-found-page')).NotFoundPage,
}));
