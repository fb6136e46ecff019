import { MAX_BALANCE_REASON_LENGTH } from '@moniker/common/text-lengths.js';
import { Amount, Dollars, LongText, Revision } from '../../http/fields.js';
import { WholeNumber } from '../../http/query-fields.js';

export class SetBalanceBody {
  @Dollars(0)
  accountBalance: Amount;

  @LongText(MAX_BALANCE_REASON_LENGTH, { optional: true })
  reason?: string;

  @Revision({ optional: true, description: 'The revision that the new balance is based on' })
  expectedRevision?: number;
}

export class DeleteUserQuery {
  @WholeNumber(1, 999_999_999, 'The revision that the deletion is based on')
  expectedRevision?: number;
}
