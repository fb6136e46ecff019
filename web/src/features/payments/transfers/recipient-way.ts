import { useSession } from '@/lib/session';
import { createStoredChoice } from '@/lib/stored-choice';
import type { TransferValues } from './transfer-values';

export type RecipientWay = 'account' | 'moniker';

/** How the customer last named a new recipient, which the browser remembers (TRF-138). */
const choice = createStoredChoice<RecipientWay>('moniker.send-to', ['account', 'moniker']);

export const rememberRecipientWay = choice.set;

/** How a new recipient is named. Typed numbers always show. */
export function useRecipientWay(values: TransferValues): RecipientWay {
  const remembered = choice.use();
  const canPayMonikers = useSession().user?.canPayMonikers === true;
  const { recipientName, recipientAccount, recipientRouting } = values;
  const isTyped = recipientName + recipientAccount + recipientRouting !== '';
  return canPayMonikers && !isTyped ? remembered : 'account';
}
