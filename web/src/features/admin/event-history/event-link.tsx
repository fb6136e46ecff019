import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

type EventLinkProps = { position: number; children: ReactNode; isReplacing?: boolean };

/** Opens an event in a dialog, by setting the `event` search parameter. */
export function EventLink({ position, children, isReplacing = false }: EventLinkProps) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('event', String(position));
  return (
    <Link
      to={{ search: next.toString() }}
      replace={isReplacing}
      preventScrollReset
      className="font-[550] text-ink underline decoration-rule-strong underline-offset-4 hover:decoration-accent"
    >
      {children}
    </Link>
  );
}
