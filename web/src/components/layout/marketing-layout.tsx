import type { ReactNode } from 'react';
import { MarketingFooter } from './marketing-footer';
import { MarketingHeader } from './marketing-header';
import { SkipLink } from './skip-link';

type MarketingLayoutProps = { hasBack?: boolean; children: ReactNode };

/** Top bar, content and footer of the public pages. */
export function MarketingLayout({ hasBack = false, children }: MarketingLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <MarketingHeader hasBack={hasBack} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <MarketingFooter />
    </div>
  );
}
