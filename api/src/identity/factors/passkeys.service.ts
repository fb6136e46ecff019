import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import { DataSource, type EntityManager } from 'typeorm';
import { BRAND } from '@moniker/common/brand.js';
import { AppError } from '../../http/app-error.js';
import { signatureChallenge } from '../../ledger/approvals/ledger-approvals.service.js';
import type { PasskeySignature } from '../../ledger/domain/events.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { violatedUniqueConstraint } from '../../platform/database/query-errors.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { FactorChallenges } from './factor-challenges.service.js';
import type { NewPasskeyBody, PasskeyDto, PasskeyProofBody } from './factor.dto.js';

const MAX_PASSKEYS = 10;

/**
 * The signature algorithms that every supported Node version can check. The library's own list grows with the Node
 * version. With that list, someone could create a passkey that a process with an older Node version can't check.
 */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

interface StoredPasskey {
  readonly id: string;
  readonly credential_id: string;
  readonly public_key: Buffer<ArrayBuffer>;
  readonly counter: string;
  readonly transports: string[];
}

/** A verified passkey that isn't stored yet. */
export interface VerifiedPasskey {
  readonly name: string;
  readonly credential: WebAuthnCredential;
}

/** A valid signature with the public key that verified it, in base64url. */
export interface SignedByPasskey {
  readonly publicKey: string;
  readonly signature: PasskeySignature;
}

interface PasskeyOwner {
  readonly id: string;
  readonly email: string;
}

/**
 * Passkeys (WebAuthn). They belong to the host of `PUBLIC_URL` and sign only for its origin, so someone else's page
 * can't use them (AUTH-51).
 */
@Injectable()
export class PasskeysService {
  private readonly rpId: string;
  private readonly origin: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly challenges: FactorChallenges,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    const { hostname, origin } = new URL(config.publicUrl);
    this.rpId = hostname;
    this.origin = origin;
  }

  async list(userId: string): Promise<PasskeyDto[]> {
    return this.dataSource.query<PasskeyDto[]>(
      `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
        where user_id = $1 order by created_at, id`,
      [userId],
    );
  }

  /** Returns what a browser needs to create a passkey, and stores the challenge for the session `ownerId`. */
  async creationOptions(
    user: PasskeyOwner,
    ownerId: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await this.storedOf(user.id);
    const options = await generateRegistrationOptions({
      rpName: BRAND,
      rpID: this.rpId,
      userName: user.email,
      userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
      attestationType: 'none',
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    await this.challenges.store(ownerId, 'create', options.challenge);
    return options;
  }

  /**
   * Verifies a new passkey.
   *
   * @throws FACTOR_INVALID the passkey does not match the challenge
   */
  async verifyNew(ownerId: string, body: NewPasskeyBody): Promise<VerifiedPasskey> {
    const challenge = await this.challenges.take(ownerId, 'create');
    if (challenge === null) throw passkeyError();
    const { id, clientDataJSON, attestationObject, transports = [] } = body;
    const response: RegistrationResponseJSON = {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject, transports },
    };
    const verified = await orInvalid(
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!verified.verified) throw passkeyError();
    return { name: body.name, credential: { ...verified.registrationInfo.credential, transports } };
  }

  /**
   * Stores a verified passkey. The caller must have locked the user's row.
   *
   * @throws CONFLICT the user has too many passkeys, or this passkey has already been added
   */
  async add(manager: EntityManager, userId: string, { name, credential }: VerifiedPasskey): Promise<void> {
    const [row] = await manager.query<{ count: string }[]>(
      'select count(*) as count from passkey where user_id = $1',
      [userId],
    );
    if (Number(row?.count) >= MAX_PASSKEYS) {
      throw new AppError('CONFLICT', `You can have up to ${MAX_PASSKEYS} passkeys. Remove one first`);
    }
    try {
      await manager.query(
        `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[randomUUID(), userId, credential.id, Buffer.from(credential.publicKey)],
          ...[credential.counter, credential.transports ?? [], name, this.now()],
        ],
      );
    } catch (error) {
      if (violatedUniqueConstraint(error) === null) throw error;
      throw new AppError('CONFLICT', 'This passkey was already added');
    }
  }

  /**
   * Removes a passkey and returns its credential's id.
   *
   * @throws NOT_FOUND the user has no such passkey
   */
  async remove(manager: EntityManager, userId: string, id: string): Promise<string> {
    const [[removed]] = await manager.query<[{ credential_id: string }[], number]>(
      'delete from passkey where user_id = $1 and id = $2 returning credential_id',
      [userId, id],
    );
    if (removed === undefined) throw new AppError('NOT_FOUND');
    return removed.credential_id;
  }

  /**
   * Returns what a browser needs to use one of the user's passkeys, and stores the challenge for `ownerId`, a session
   * or a pending sign-in.
   *
   * @throws CONFLICT the user has no passkey
   */
  async requestOptions(userId: string, ownerId: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const known = await this.storedOf(userId);
    if (known.length === 0) throw new AppError('CONFLICT', "You haven't added a passkey yet");
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      allowCredentials: known.map(descriptorOf),
      userVerification: 'preferred',
    });
    await this.challenges.store(ownerId, 'check', options.challenge);
    return options;
  }

  /**
   * Checks that the user can sign with one of their passkeys.
   *
   * @throws FACTOR_INVALID the proof does not match the challenge or any of the user's passkeys
   */
  async check(userId: string, ownerId: string, proof: PasskeyProofBody): Promise<void> {
    const challenge = await this.challenges.take(ownerId, 'check');
    if (challenge === null) throw passkeyError();
    await this.verify(userId, proof, { challenge, requireUserVerification: false });
  }

  /**
   * Checks a passkey's signature over some text; the log keeps the signature (APR-31). The passkey must have verified
   * its user.
   *
   * @throws FACTOR_INVALID the proof signs another text, does not verify the user, or was not made with one of the
   * user's passkeys
   */
  async checkSignature(userId: string, text: string, proof: PasskeyProofBody): Promise<SignedByPasskey> {
    const expected = { challenge: signatureChallenge(text), requireUserVerification: true };
    const { public_key: publicKey } = await this.verify(userId, proof, expected);
    const { id: credentialId, authenticatorData, clientDataJSON, signature } = proof;
    return {
      publicKey: publicKey.toString('base64url'),
      signature: { credentialId, authenticatorData, clientDataJSON, signature },
    };
  }

  private async verify(
    userId: string,
    proof: PasskeyProofBody,
    { challenge, requireUserVerification }: { challenge: string; requireUserVerification: boolean },
  ): Promise<StoredPasskey> {
    const passkey = (await this.storedOf(userId)).find(({ credential_id }) => credential_id === proof.id);
    if (passkey === undefined) throw passkeyError();
    const { id, clientDataJSON, authenticatorData, signature } = proof;
    const { verified, authenticationInfo } = await orInvalid(
      verifyAuthenticationResponse({
        response: {
          ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
          response: { clientDataJSON, authenticatorData, signature },
        },
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.rpId,
        credential: { id, publicKey: passkey.public_key, counter: Number(passkey.counter) },
        requireUserVerification,
      }),
    );
    if (!verified) throw passkeyError();
    await this.dataSource.query('update passkey set counter = $2, last_used_at = $3 where id = $1', [
      ...[passkey.id, authenticationInfo.newCounter, this.now()],
    ]);
    return passkey;
  }

  private storedOf(userId: string): Promise<StoredPasskey[]> {
    return this.dataSource.query(
      'select id, credential_id, public_key, counter, transports from passkey where user_id = $1',
      [userId],
    );
  }
}

/** A new passkey's key, as stored in the log. */
export function passkeyKey({ credential }: VerifiedPasskey): { credentialId: string; publicKey: string } {
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
  };
}

function descriptorOf({ credential_id: id, transports }: StoredPasskey): {
  id: string;
  transports: string[];
} {
  return { id, transports };
}

function passkeyError(): AppError {
  return new AppError('FACTOR_INVALID', "We couldn't verify this passkey. Please try again");
}

/** Converts the library's errors, which it throws for anything that doesn't match, to FACTOR_INVALID. */
async function orInvalid<Result>(verification: Promise<Result>): Promise<Result> {
  try {
    return await verification;
  } catch {
    throw passkeyError();
  }
}
