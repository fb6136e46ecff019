import { NO_IDENTITY_DIGESTS, PAYLOAD_VERSIONS, type LedgerEventType } from '../domain/events.js';

type Payload = Readonly<Record<string, unknown>>;
/** Converts a payload from one version to the next. Must be pure, so that stored bytes always read the same. */
type Upcaster = (payload: Payload) => Payload;

/** Upcasters by type, in order: the first converts version 1 to 2. A type without upcasters is at version 1. */
const UPCASTERS: Readonly<Partial<Record<LedgerEventType, readonly Upcaster[]>>> = {
  TransferRequested: [addFeeRate],
  KycApproved: [addNoDigests],
  FactorAdded: [addNoKey],
  FactorRemoved: [addNoCredential],
  ProposalApproved: [addNoSignature],
};

/** Version 1 did not record the fee's rate. It was 2% for all events of that version. */
function addFeeRate(payload: Payload): Payload {
  return { ...payload, feeBasisPoints: 200 };
}

/** Version 1 did not record what was approved, nor what was compared. */
function addNoDigests(payload: Payload): Payload {
  return { ...payload, ...NO_IDENTITY_DIGESTS };
}

/** Version 1 did not record keys, and no factors after their addition. */
function addNoKey(payload: Payload): Payload {
  return { ...payload, origin: 'decision', key: null };
}

/** Version 1 did not record which passkey was removed. */
function addNoCredential(payload: Payload): Payload {
  return { ...payload, credentialId: null };
}

/** Version 1 is from before approvals could be signed. */
function addNoSignature(payload: Payload): Payload {
  return { ...payload, signature: null };
}

/**
 * Converts a stored payload to the current version (LED-14). The stored bytes, and therefore their hash, do not change.
 *
 * @throws RangeError the version is invalid, or newer than this program supports
 */
export function upcast(type: LedgerEventType, storedVersion: number, payload: Payload): Payload {
  const current = PAYLOAD_VERSIONS[type];
  if (!Number.isInteger(storedVersion) || storedVersion < 1) {
    throw new RangeError(`${storedVersion} is not a payload version`);
  }
  if (storedVersion > current) {
    throw new RangeError(
      `${type} has payload version ${storedVersion}, but this program supports only versions up to ${current}`,
    );
  }
  if (storedVersion === current) return payload;
  const upcasters = UPCASTERS[type] ?? [];
  if (upcasters.length !== current - 1)
    throw new Error(`${type} has no upcaster to payload version ${current}`);
  return upcasters.slice(storedVersion - 1).reduce((upcasted, upcaster) => upcaster(upcasted), payload);
}
