import { useSession } from '@/lib/session';
import { createStoredChoice } from '@/lib/stored-choice';
import type { TransferValues } from './transfer-values';

export type RecipientWay = 'account' | 'moniker';

/** How the customer last entered a new recipient: by bank account or by moniker. The browser remembers it (TRF-138). */
const choice = createStoredChoice<RecipientWay>('moniker.send-to', ['account', 'moniker']);

export const rememberRecipientWay = choice.set;

/**
 * How the customer enters a new recipient. Always by bank account if the recipient's name or a number has been typed,
 * or if the customer can't pay monikers.
 */
export function useRecipientWay(values: TransferValues): RecipientWay {
  const remembered = choice.use();
  const canPayMonikers = useSession().user?.canPayMonikers === true;
  const { recipientName, recipientAccount, recipientRouting } = values;
  const isTyped = recipientName + recipientAccount + recipientRouting !== '';
  return canPayMonikers && !isTyped ? remembered : 'account';
}
