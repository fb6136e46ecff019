import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type { RequestBody } from './api/types';

export type NewPasskey = Omit<RequestBody<'/api/user/factors/passkeys', 'post'>, 'name' | 'signature'>;
export type PasskeyProof = RequestBody<'/api/auth/confirm/passkey', 'post'>;

type Transport = NonNullable<NewPasskey['transports']>[number];

const TRANSPORTS: readonly Transport[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const FAILED = "You didn't use a passkey. Try again, or choose another way.";
const KNOWN = 'This device already has a passkey for your account.';
const UNSUPPORTED = "This browser doesn't support passkeys. Choose another way.";

/** Thrown if no passkey was created or used. The message is for the user. */
export class PasskeyError extends Error {}

/** Whether this browser can use passkeys. */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** A new passkey with its authenticator data, which some browsers do not return. */
export type CreatedPasskey = { passkey: NewPasskey; authenticatorData: string | undefined };

/**
 * Asks the browser for a new passkey, with the API's options.
 *
 * @throws PasskeyError the browser does not support passkeys, or no passkey was created
 */
export async function createPasskey(options: unknown): Promise<CreatedPasskey> {
  const { startRegistration } = await loadLibrary();
  const created = await orExplained(
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
  return { passkey: toNewPasskey(created), authenticatorData: created.response.authenticatorData };
}

function toNewPasskey({ id, response }: RegistrationResponseJSON): NewPasskey {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    ...{ id, clientDataJSON, attestationObject },
    transports: TRANSPORTS.filter((one) => (transports as readonly string[]).includes(one)),
  };
}

/**
 * Asks the browser for a passkey's signature, with the API's options.
 *
 * @throws PasskeyError the browser does not support passkeys, or no passkey was used (message: `failed`)
 */
export async function provePasskey(options: unknown, failed = FAILED): Promise<PasskeyProof> {
  const { startAuthentication } = await loadLibrary();
  const { id, response }: AuthenticationResponseJSON = await orExplained(
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
    failed,
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Loads the library on first use, because most visits don't need it. */
async function loadLibrary() {
  if (!supportsPasskeys()) throw new PasskeyError(UNSUPPORTED);
  return import('@simplewebauthn/browser');
}

/**
 * Replaces a browser's error with a message for the user. Browsers do not say why no passkey was used: a canceled
 * prompt, a timeout and a missing passkey look the same.
 */
async function orExplained<Result>(ceremony: Promise<Result>, failed = FAILED): Promise<Result> {
  try {
    return await ceremony;
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new PasskeyError(isKnown ? KNOWN : failed, { cause: error });
  }
}
