import { lazy } from 'react';

/** Each screen is a separate chunk, loaded when it is first shown. */
export const LandingPage = lazy(async () => ({
  default: (await import('@/features/landing/landing-page')).LandingPage,
}));
export const AboutPage = lazy(async () => ({
  default: (await import('@/features/about/about-page')).AboutPage,
}));
export const FeaturesPage = lazy(async () => ({
  default: (await import('@/features/features-overview/features-page')).FeaturesPage,
}));
export const PrivacyPage = lazy(async () => ({
  default: (await import('@/features/legal/privacy-page')).PrivacyPage,
}));
export const TermsPage = lazy(async () => ({
  default: (await import('@/features/legal/terms-page')).TermsPage,
}));
export const SecurityPage = lazy(async () => ({
  default: (await import('@/features/legal/security-page')).SecurityPage,
}));
export const AuthPage = lazy(async () => ({
  default: (await import('@/features/auth/auth-page')).AuthPage,
}));
export const ForgotPasswordPage = lazy(async () => ({
  default: (await import('@/features/forgot-password/forgot-password-page')).ForgotPasswordPage,
}));
export const SecureAccountPage = lazy(async () => ({
  default: (await import('@/features/secure-account/secure-account-page')).SecureAccountPage,
}));
export const AppLayout = lazy(async () => ({ default: (await import('./app-layout')).AppLayout }));
export const DashboardPage = lazy(async () => ({
  default: (await import('@/features/dashboard/dashboard-page')).DashboardPage,
}));
export const HistoryPage = lazy(async () => ({
  default: (await import('@/features/history/history-page')).HistoryPage,
}));
export const ExplainPage = lazy(async () => ({
  default: (await import('@/features/explain/explain-page')).ExplainPage,
}));
export const TransactionPanel = lazy(async () => ({
  default: (await import('@/features/transactions/transaction-panel')).TransactionPanel,
}));
export const SendMoneyPage = lazy(async () => ({
  default: (await import('@/features/send-money/send-money-page')).SendMoneyPage,
}));
export const ApplyCheckingPage = lazy(async () => ({
  default: (await import('@/features/apply-checking/apply-checking-page')).ApplyCheckingPage,
}));
export const StatementsPage = lazy(async () => ({
  default: (await import('@/features/statements/statements-page')).StatementsPage,
}));
export const SettingsPage = lazy(async () => ({
  default: (await import('@/features/settings/settings-page')).SettingsPage,
}));
export const AnalyticsPage = lazy(async () => ({
  default: (await import('@/features/analytics/analytics-page')).AnalyticsPage,
}));
export const ContactPage = lazy(async () => ({
  default: (await import('@/features/contact/contact-page')).ContactPage,
}));
export const ApprovalsPage = lazy(async () => ({
  default: (await import('@/features/admin/approvals/approvals-page')).ApprovalsPage,
}));
export const AdminPage = lazy(async () => ({
  default: (await import('@/features/admin/admin-page')).AdminPage,
}));
export const QueuePage = lazy(async () => ({
  default: (await import('@/features/admin/queue/queue-page')).QueuePage,
}));
export const KycReviewPage = lazy(async () => ({
  default: (await import('@/features/admin/kyc/kyc-review-page')).KycReviewPage,
}));
export const DashboardEditPage = lazy(async () => ({
  default: (await import('@/features/dashboard/editor/dashboard-edit-page')).DashboardEditPage,
}));
export const NotFoundPage = lazy(async () => ({
  default: (await import('@/features/not-found/not-found-page')).NotFoundPage,
}));
