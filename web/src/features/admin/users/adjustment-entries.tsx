import { Money } from '@/components/ui/money';
import type { AdminUser } from '@/lib/api/types';
import { personName } from '../person';

type AdjustmentEntriesProps = { user: AdminUser; deltaCents: number };

/** Previews the two entries of a balance adjustment; they sum to zero. */
export function AdjustmentEntries({ user, deltaCents }: AdjustmentEntriesProps) {
  const before = user.accountBalanceCents;
  return (
    <table className="w-full text-sm">
      <caption className="caption pb-1 text-left">Entries this will create</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-rule border-y border-rule">
        <tr>
          <th scope="row" className="py-2 pr-4 text-left font-medium">
            {personName(user)}
            <span className="tnum block text-xs font-normal text-ink-3">
              <Money cents={before} dimsCents={false} /> →{' '}
              <Money cents={before + deltaCents} dimsCents={false} />
            </span>
          </th>
          <td className="tnum py-2 text-right align-top">
            <Money cents={deltaCents} isSigned />
          </td>
        </tr>
        <tr>
          <th scope="row" className="py-2 pr-4 text-left font-medium">
            Adjustments
            <span className="block text-xs font-normal text-ink-3">The bank's account</span>
          </th>
          <td className="tnum py-2 text-right align-top">
            <Money cents={-deltaCents} isSigned />
          </td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="pt-2 text-left font-normal text-ink-3">
            Sum
          </th>
          <td className="tnum pt-2 text-right">
            <span className="double-rule">
              <Money cents={0} />
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
