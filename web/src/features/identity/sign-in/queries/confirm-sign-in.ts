import type { Proof } from '@/components/factors/confirm-factor';
import { unwrap, api } from '@/lib/api/client';
import type { User } from '@/lib/api/types';
import { provePasskey } from '@/lib/passkeys';
import { requireCookies, startSession } from '@/lib/session';

/** Confirms the sign-in with a second factor and starts the session with the returned user. */
export async function confirmSignIn(proof: Proof): Promise<void> {
  const user = await send(proof);
  requireCookies();
  startSession(user);
}

async function send({ method, value }: Proof): Promise<User> {
  if (method !== 'passkey') return unwrap(api.POST('/api/auth/factor/code', { body: { code: value } }));
  const options = await unwrap(api.POST('/api/auth/factor/passkey-options'));
  return unwrap(api.POST('/api/auth/factor/passkey', { body: await provePasskey(options) }));
}
