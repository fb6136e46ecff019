import {
  formatHalt,
  HALT_FILES,
  haltFileName,
  nullIfInvalid,
  parseHalt,
  RESUMPTION_FILES,
  resumptionFileName,
  type CheckpointVerifier,
  type Halt,
  type Resumption,
} from '../../ledger/proof/checkpoints.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** A resumption with its signed note. */
export interface SignedResumption extends Resumption {
  readonly note: string;
}

/**
 * The halts of signing and the operators' resumptions, as files beside the checkpoints. They are never changed or
 * removed, so that somebody who rewrites the database cannot start the signing again.
 */
export class CheckpointHalts {
  constructor(
    private readonly stores: readonly CheckpointStore[],
    private readonly verifier: Pick<CheckpointVerifier, 'openResumption'>,
  ) {}

  async store(halt: Halt): Promise<void> {
    for (const store of this.stores) await store.write(haltFileName(halt.stoppedAt), formatHalt(halt));
  }

  async storeResumption({ resumedAt, note }: SignedResumption): Promise<void> {
    for (const store of this.stores) await store.write(resumptionFileName(resumedAt), note);
  }

  /** Returns the newest halt in some of the places, or null. */
  async newest(stores: readonly CheckpointStore[]): Promise<Halt | null> {
    const found = await Promise.all(stores.map((store) => newestOf(store, HALT_FILES, parseHalt)));
    return latest(found, ({ stoppedAt }) => stoppedAt);
  }

  /** Returns the newest resumption in some of the places that the bank's key has signed, or null. */
  async newestResumption(stores: readonly CheckpointStore[]): Promise<SignedResumption | null> {
    const parse = (note: string) => this.open(note);
    const found = await Promise.all(stores.map((store) => newestOf(store, RESUMPTION_FILES, parse)));
    return latest(found, ({ resumedAt }) => resumedAt);
  }

  /** Verifies the note of a resumption; null if the bank's key has not signed it. */
  open(note: string): SignedResumption | null {
    return nullIfInvalid(() => ({ ...this.verifier.openResumption(note), note }));
  }
}

/** Returns the latest of several, or null. */
export function latest<Item>(items: readonly (Item | null)[], timeOf: (item: Item) => Date): Item | null {
  return items.reduce(
    (last, item) => (item !== null && (last === null || timeOf(item) > timeOf(last)) ? item : last),
    null,
  );
}

async function newestOf<Item>(
  store: CheckpointStore,
  prefix: string,
  parse: (text: string) => Item | null,
): Promise<Item | null> {
  for (const name of (await store.names(prefix, '')).reverse()) {
    const text = await store.read(name);
    const item = text === null ? null : parse(text);
    if (item !== null) return item;
  }
  return null;
}
