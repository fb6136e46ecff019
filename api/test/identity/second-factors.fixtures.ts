import { Secret, TOTP } from 'otpauth';
import { HttpClient, query, waitFor, type HttpResponse, type TestDatabase } from '../harness/index.js';
import { freePort } from '../harness/ports.js';
import { SoftwareAuthenticator } from '../../src/ledger/signing/software-authenticator.fixtures.js';

export const FACTORS = '/api/user/factors';
export const APP = `${FACTORS}/authenticator-app`;
export const PASSKEYS = `${FACTORS}/passkeys`;

/** The user's factors, as returned by the list and by every change. A refusal has `code` and `factors` instead. */
export interface Factors {
  readonly passkeys: readonly { readonly id: string; readonly name: string }[];
  readonly authenticatorApp: object | null;
  readonly recoveryCodesLeft: number;
  readonly recoveryCodes: readonly string[] | null;
  readonly code?: string;
  readonly factors?: readonly string[];
}

/** Returns a free port and its `localhost` URL. Passkeys need a host name, not an IP address. */
export async function passkeyAddress(): Promise<{ port: number; baseUrl: string }> {
  const port = await freePort();
  return { port, baseUrl: `http://localhost:${port}` };
}

/** An authenticator app. `code(n)` is its code `n` time steps from now; the server accepts `n` from -1 to 1. */
export class App {
  private readonly totp: TOTP;

  constructor(readonly secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  code(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * 30_000 });
  }

  /** Milliseconds until the next code. */
  stepLeft(): number {
    return this.totp.remaining();
  }

  wrongCode(): string {
    const valid = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    const wrong = Array.from({ length: valid.length + 1 }, (_, n) => String(100_000 + n));
    return wrong.find((code) => !valid.includes(code)) ?? '';
  }
}

/**
 * Adds an authenticator app to the signed-in user. Uses the code of the previous time step, so later codes stay
 * unused. Waits if the current step is about to end, because a code from two steps ago would count as a failed attempt.
 */
export async function addApp(client: HttpClient): Promise<{ app: App; recoveryCodes: readonly string[] }> {
  const { body: started } = await client.post<{ secret: string }>(`${APP}/secret`);
  const app = new App(started.secret);
  const margin = 4_000;
  await waitFor(() => app.stepLeft() > margin, { what: 'the next time step' });
  const { status, body } = await client.post<Factors>(APP, { code: app.code(-1) });
  if (status !== 201) throw new Error(`the app was not added: ${JSON.stringify(body)}`);
  return { app, recoveryCodes: body.recoveryCodes ?? [] };
}

/** Adds a passkey to the signed-in user. */
export async function addPasskey(
  client: HttpClient,
  name = 'Laptop',
): Promise<{ passkey: SoftwareAuthenticator; added: HttpResponse<Factors> }> {
  const passkey = new SoftwareAuthenticator(client.baseUrl);
  const { body: options } = await client.post<{ challenge: string }>(`${PASSKEYS}/options`);
  const added = await client.post<Factors>(PASSKEYS, { name, ...passkey.create(options) });
  return { passkey, added };
}

/** Confirms the session with a passkey. */
export async function confirmWith(client: HttpClient, passkey: SoftwareAuthenticator): Promise<number> {
  const { body: options } = await client.post<{ challenge: string }>('/api/auth/confirm/passkey-options');
  return (await client.post('/api/auth/confirm/passkey', passkey.prove(options))).status;
}

/** Moves the last confirmations of all sessions six minutes back, so none counts as recent. */
export const expireConfirmations = ({ superUrl }: TestDatabase): Promise<unknown> =>
  query(
    superUrl,
    `update session set factor_at = factor_at - interval '6 minutes', password_at = password_at - interval '6 minutes'`,
  );

/** Makes the newest code of every app usable again, so tests don't have to wait for the next one. */
export const forgetUsedCodes = ({ superUrl }: TestDatabase): Promise<unknown> =>
  query(superUrl, 'update authenticator_app set last_step = 0');
