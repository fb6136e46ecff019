import { unwrap, api } from '@/lib/api/client';

/** Locks the account with the token of the mailed link. */
export async function reportSignIn(token: string): Promise<void> {
  await unwrap(api.POST('/api/auth/report-sign-in', { body: { token } }));
}
