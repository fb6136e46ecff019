import type { ReactNode } from 'react';
import { SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { MarketingLayout } from '@/components/layout/marketing-layout';
import { PageTitle } from '@/components/layout/page-title';

/** The layout of a short legal page. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <MarketingLayout hasBack>
      <PageTitle>{title}</PageTitle>
      <article className="page max-w-3xl py-16 lg:py-24">
        <h1 className="display text-4xl">{title}</h1>
        <div className="mt-8 space-y-5 border-l border-margin-rule pl-6 text-lg text-ink-2">{children}</div>
      </article>
    </MarketingLayout>
  );
}

export function SupportAddress() {
  return (
    <a
      href={`mailto:${SUPPORT_EMAIL}`}
      className="underline decoration-rule-strong underline-offset-4 hover:decoration-ink"
    >
      {SUPPORT_EMAIL}
    </a>
  );
}
