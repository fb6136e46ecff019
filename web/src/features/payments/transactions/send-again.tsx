import { Repeat } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Transaction } from '@/lib/api/types';

/**
 * A link in a transfer's row to send the transfer again (TRF-82). With a mouse, it appears while the row is hovered
 * or focused.
 */
export function SendAgain({
  transaction: { id, type, category, description },
}: {
  transaction: Transaction;
}) {
  // An outgoing transaction without a category is an admin's balance edit, which can't be sent again.
  if (type !== 'debit' || category === null) return null;
  return (
    <Link
      to={`/send-money?again=${id}`}
      className="relative z-10 -my-1 flex items-center gap-1 rounded-sm py-1 font-[550] text-accent underline-offset-2 hover:underline print:hidden [@media(hover:hover)]:[li:not(:hover,:focus-within)_&]:opacity-0"
    >
      <Repeat aria-hidden="true" className="size-3.5" />
      Send Again
      <span className="sr-only">{description}</span>
    </Link>
  );
}
