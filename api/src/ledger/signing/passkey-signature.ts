import { hash } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON, isoBase64URL, parseAuthenticatorData } from '@simplewebauthn/server/helpers';
import type { PasskeySignature } from '../domain/events.js';

/** What a passkey's signature must match. */
export interface ExpectedSignature {
  readonly text: string;
  /** The site where the user signs. The passkey must belong to the site's host. */
  readonly origin: string;
  /** COSE in base64url. */
  readonly publicKey: string;
}

/** Returns the challenge that a passkey signs for the given text. */
export function signatureChallenge(text: string): string {
  return hash('sha256', text, 'base64url');
}

/**
 * Returns what is wrong with a passkey's signature, or null. The signature must show that the passkey has verified its
 * user.
 */
export async function signatureProblem(
  { credentialId: id, authenticatorData, clientDataJSON, signature }: PasskeySignature,
  { text, origin, publicKey }: ExpectedSignature,
): Promise<string | null> {
  const expectedChallenge = signatureChallenge(text);
  try {
    const client = decodeClientDataJSON(clientDataJSON);
    if (client.challenge !== expectedChallenge) return 'covers a different text';
    if (client.origin !== origin) return `was made at ${JSON.stringify(client.origin)} instead of ${origin}`;
    const { flags } = parseAuthenticatorData(isoBase64URL.toBuffer(authenticatorData));
    if (!flags.uv) return 'was made without verifying the user';
    const { verified } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: new URL(origin).hostname },
      credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? null : WRONG;
  } catch {
    // The library throws for anything that doesn't match.
    return WRONG;
  }
}

const WRONG = 'is wrong';
