import { base64URLStringToBuffer, bufferToBase64URLString } from '@simplewebauthn/browser';
import { approvalText, newKeyText, type SignedProposal } from '@moniker/common/approval-texts.js';
import { unwrap, api } from './api/client';
import { type CreatedPasskey, provePasskey, type PasskeyProof } from './passkeys';

const NOT_APPROVED =
  "You didn't use a passkey, so nothing was approved. Try again with one you've added in Settings.";
const NOT_CONFIRMED = "You didn't use one of your other passkeys. Try again, or skip this step.";

/** Signs the content of a proposal as this screen shows it (APR-31). */
export function signApproval(proposal: SignedProposal): Promise<PasskeyProof> {
  return signWithPasskey(approvalText(proposal), NOT_APPROVED);
}

/** Signs a new passkey with one of the user's earlier passkeys, which vouches for the new one (AUTH-91). */
export async function signNewPasskey({
  passkey,
  authenticatorData = '',
}: CreatedPasskey): Promise<PasskeyProof> {
  const { id: userId } = await unwrap(api.GET('/api/auth/user'));
  const key = { userId, credentialId: passkey.id, publicKey: publicKeyIn(authenticatorData) };
  return signWithPasskey(newKeyText(key), NOT_CONFIRMED);
}

/**
 * Asks one of the user's passkeys to sign the text, after verifying the user. The challenge is computed here, so the
 * user signs what this screen shows (APR-31).
 *
 * @throws Error with a message for the user; `failed` if no passkey was used
 */
async function signWithPasskey(text: string, failed: string): Promise<PasskeyProof> {
  const options = await unwrap(api.POST('/api/auth/confirm/passkey-options'));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const challenge = bufferToBase64URLString(hash);
  return provePasskey({ ...options, challenge, userVerification: 'required' }, failed);
}

/** Offset of the id's length in a new passkey's authenticator data. The id and the public key follow. */
const LENGTH_AT = 53;

/** Returns the public key (COSE, base64url) of a new passkey from its authenticator data. */
function publicKeyIn(authenticatorData: string): string {
  const data = base64URLStringToBuffer(authenticatorData);
  const idLength = new DataView(data).getUint16(LENGTH_AT);
  return bufferToBase64URLString(data.slice(LENGTH_AT + 2 + idLength));
}
