import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Flags in the authenticator data. */
const PRESENT = 0x01;
const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;
const AAGUID = Buffer.alloc(16);

/** The part of the API's passkey options that an authenticator needs. */
interface Options {
  readonly challenge: string;
}

/** The fields that the API takes for a new passkey. */
export interface CreatedPasskey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
}

/** The fields that the API takes as a proof. */
export interface PasskeyProof {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A software authenticator (ES256) for tests over HTTP. Browser tests use Chromium's. */
export class SoftwareAuthenticator {
  private readonly id = randomBytes(32);
  private readonly privateKey: KeyObject;
  private uses = 0;
  private readonly coseKey: Buffer;

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.privateKey = privateKey;
    this.coseKey = encode(
      new Map<number, number | Uint8Array>([
        ...[[1, 2] as const, [3, -7] as const, [-1, 1] as const],
        [-2, bytes(Buffer.from(x, 'base64url'))],
        [-3, bytes(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  get credentialId(): string {
    return this.id.toString('base64url');
  }

  /** COSE in base64url. */
  get publicKey(): string {
    return this.coseKey.toString('base64url');
  }

  create({ challenge }: Options): CreatedPasskey {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([AAGUID, length, this.id, this.coseKey]);
    const authData = Buffer.concat([this.dataWith(PRESENT_AND_VERIFIED | HAS_CREDENTIAL), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', bytes(authData)],
    ]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: encode(attestation).toString('base64url'),
    };
  }

  /** `origin` is the origin of the page that requests the proof. */
  prove({ challenge }: Options, origin = this.origin, isVerified = true): PasskeyProof {
    const clientData = this.clientData('webauthn.get', challenge, origin);
    const data = this.dataWith(isVerified ? PRESENT_AND_VERIFIED : PRESENT);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.privateKey);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  private dataWith(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.uses += 1));
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

function encode(value: unknown): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));
}
