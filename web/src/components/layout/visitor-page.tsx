import type { ReactNode } from 'react';
import { Logo } from '@/components/layout/logo';
import { SkipLink } from '@/components/layout/skip-link';
import { ThemeToggle } from '@/components/ui/theme-toggle';

type VisitorPageProps = {
  /** Content at the start of the header, such as a back link. */
  action?: ReactNode;
  onFocus?: () => void;
  children: ReactNode;
};

/** A page for visitors: one narrow column, such as a form. */
export function VisitorPage({ action, onFocus, children }: VisitorPageProps) {
  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-8">
      <SkipLink />
      <header className="flex h-16 items-center justify-between gap-2">
        <div>{action}</div>
        <ThemeToggle className="-mr-2" />
      </header>
      <main
        id="main"
        tabIndex={-1}
        onFocus={onFocus}
        className="mx-auto w-full max-w-md flex-1 py-8 lg:py-16"
      >
        <Logo />
        {children}
      </main>
    </div>
  );
}
