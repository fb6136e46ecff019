import { AUTHENTICATOR_APP } from './queries/use-factors';

/** A factor to remove. `id` is the passkey's id, or AUTHENTICATOR_APP. */
export type RemovableFactor = { id: string; name: string };

export const APP_TO_REMOVE: RemovableFactor = { id: AUTHENTICATOR_APP, name: 'the authenticator app' };

/** An action on second factors, which opens a dialog. */
export type FactorAction =
  | { type: 'add'; kind: 'passkey' | 'app' }
  | { type: 'remove'; factor: RemovableFactor; isLast: boolean }
  | { type: 'renew' };
