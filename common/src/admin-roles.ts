/** The roles of admins (SEC-40). `owner` may do everything. */
export const ADMIN_ROLES = ['owner', 'reviewer', 'payments', 'support', 'auditor'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
