import { Link, useSearchParams } from 'react-router-dom';

type TransactionLinkProps = { id: string | null; children: string };

/**
 * A link that opens the transaction over this screen. Without an id, such as for a sum of several transactions, it is
 * plain text.
 */
export function TransactionLink({ id, children }: TransactionLinkProps) {
  const [params] = useSearchParams();
  if (id === null) return <span className="font-[550]">{children}</span>;
  const search = new URLSearchParams(params);
  search.set('transaction', id);
  return (
    <Link
      to={{ search: search.toString() }}
      state={{ isOverList: true }}
      className="font-[550] underline decoration-rule-strong underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
