import { PAYLOAD_VERSIONS, type LedgerEventType } from '../domain/events.js';

type Payload = Readonly<Record<string, unknown>>;
/** From one version of a payload to the next. Pure, so that the same bytes are read alike for ever. */
type Upcaster = (payload: Payload) => Payload;

/** The steps of each type in order: the first leads from version 1 to 2. A type without any is still at version 1. */
const UPCASTERS: Readonly<Partial<Record<LedgerEventType, readonly Upcaster[]>>> = {
  TransferRequested: [addFeeRate],
};

/** Version 1 had the fee and not its rate, which was 2% as long as that version was written. */
function addFeeRate(payload: Payload): Payload {
  return { ...payload, feeBasisPoints: 200 };
}

/**
 * The payload as this program knows it, from the version in which it was stored: what is stored, and the hash over
 * it, stays as it is. Throws `RangeError` for a version that is none, or that only a newer program can read.
 */
export function upcast(type: LedgerEventType, storedVersion: number, payload: Payload): Payload {
  const current = PAYLOAD_VERSIONS[type];
  if (!Number.isInteger(storedVersion) || storedVersion < 1) {
    throw new RangeError(`there is no payload version ${storedVersion}`);
  }
  if (storedVersion > current) {
    throw new RangeError(
      `${type} has payload version ${storedVersion}, and this program reads those up to ${current}: a newer one wrote it`,
    );
  }
  if (storedVersion === current) return payload;
  const steps = UPCASTERS[type] ?? [];
  if (steps.length !== current - 1)
    throw new Error(`a step to payload version ${current} of ${type} is missing`);
  return steps.slice(storedVersion - 1).reduce((lifted, step) => step(lifted), payload);
}
