import type { ReactNode } from 'react';

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: a title and, optionally, what to do next. Drawn as ruled ledger paper. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="ruled relative overflow-hidden rounded-md border border-rule px-4 py-8 pl-12 sm:pl-16">
      <span aria-hidden="true" className="absolute inset-y-0 left-7 w-px bg-margin-rule sm:left-10" />
      <p className="text-base leading-8 font-semibold">{title}</p>
      {children ? <div className="max-w-prose text-sm leading-8 text-ink-2">{children}</div> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
