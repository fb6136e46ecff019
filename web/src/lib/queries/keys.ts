/** Query keys: the path of the read (spec.md §7). */
export const KEYS = {
  user: ['api', 'auth', 'user'],
  accountSummary: ['api', 'account', 'summary'],
  recentTransactions: ['api', 'transactions', 'recent'],
  transaction: ['api', 'transactions', 'one'],
  statement: ['api', 'statements'],
  notifications: ['api', 'notifications'],
  kycStatus: ['api', 'kyc', 'status'],
  adminStats: ['api', 'admin', 'stats'],
  adminUsers: ['api', 'admin', 'users'],
  adminTransactions: ['api', 'admin', 'transactions'],
  adminAccountRequests: ['api', 'admin', 'account-requests'],
  adminTransferRequests: ['api', 'admin', 'transfer-requests'],
  adminIncomingPayments: ['api', 'admin', 'incoming-payments'],
} as const;
