/*
 * The texts that admins' passkeys sign. The SHA-256 of a text is the challenge. The browser computes the challenge from
 * the proposal that it shows, or from the passkey that it has created. The API checks the challenge, and `verify`
 * recomputes it from the log (APR-31, AUTH-91).
 */

export interface SignedProposal {
  readonly id: string;
  readonly action: string;
  readonly amountCents: number;
  readonly digest: string;
}

/** What an admin signs to approve a proposal. The format never changes. */
export function approvalText({ id, action, amountCents, digest }: SignedProposal): string {
  return `moniker approval 1\nproposal ${id}\naction ${action}\ncents ${amountCents}\ndigest ${digest}\n`;
}

export interface SignedKey {
  readonly userId: string;
  /** In base64url. */
  readonly credentialId: string;
  /** COSE in base64url. */
  readonly publicKey: string;
}

/** What one of an admin's earlier passkeys signs to vouch for a new one (AUTH-91). */
export function newKeyText({ userId, credentialId, publicKey }: SignedKey): string {
  return `moniker approval key 1\nuser ${userId}\ncredential ${credentialId}\nkey ${publicKey}\n`;
}
