import { createHmac } from 'node:crypto';
import { deriveSecrets } from '../../src/platform/config/secrets.js';
import { query, testServer, type TestDatabase } from './database.js';
import type { HttpClient } from './http-client.js';

const OTP = '123456';

/**
 * Verifies an email address, which must have exactly one registration. Replaces the registration's code with a known
 * one, so no mail is needed. `secretKey` is the API's key.
 */
export async function verifyWithoutMail(
  client: HttpClient,
  { superUrl }: TestDatabase,
  email: string,
  secretKey: string = testServer().secretKey,
): Promise<void> {
  const [registration] = await query<{ id: string }>(
    superUrl,
    'select id from registration where email = $1',
    [email],
  );
  const id = registration?.id ?? 'none';
  const { otp: key } = deriveSecrets(Buffer.from(secretKey, 'base64url'));
  const hash = createHmac('sha256', key).update(`verify-email:${id}:${OTP}`).digest();
  await query(superUrl, 'update emailed_code set code_hash = $2 where owner_id = $1', [id, hash]);
  const { status, body } = await client.post('/api/auth/verify-email', { email, otp: OTP });
  if (status !== 200) throw new Error(`verification failed: ${JSON.stringify(body)}`);
}
