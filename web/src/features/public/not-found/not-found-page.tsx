import { ArrowLeft, House } from 'lucide-react';
import { useState } from 'react';
import { Logo } from '@/components/layout/logo';
import { PageTitle } from '@/components/layout/page-title';
import { Button, buttonClass } from '@/components/ui/button';
import { ordinal } from '@/lib/format';
import { NOT_FOUND_LINES, NOT_FOUND_STATS } from './texts';

const FUN_FACT_MAX = 1000;

/** The page for any unknown path (UI-7). */
export function NotFoundPage() {
  const [line] = useState(() => NOT_FOUND_LINES[Math.floor(Math.random() * NOT_FOUND_LINES.length)]);
  const [fact] = useState(() => 1 + Math.floor(Math.random() * FUN_FACT_MAX));
  return (
    <div className="relative flex min-h-dvh flex-col">
      <PageTitle>Page not found</PageTitle>
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-5 w-[3px] border-x border-margin-rule sm:left-20"
      />
      <header className="px-10 pt-5 sm:pl-28">
        <a href="/" className="inline-block rounded-md py-1">
          <Logo />
        </a>
      </header>
      <main id="main" className="flex max-w-3xl flex-1 flex-col justify-center py-12 pr-4 pl-10 sm:pl-28">
        <p
          aria-hidden="true"
          className="display double-rule tnum self-start pr-8 text-[min(7rem,30vw)] leading-none sm:text-[11rem]"
        >
          404
        </p>
        <h1 className="mt-6 text-2xl font-semibold text-balance">
          <span className="sr-only">404: </span>Whoops! Page Not Found
        </h1>
        <p className="mt-2 text-lg text-ink-2">{line}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href="/" className={buttonClass({ size: 'lg' })}>
            <House aria-hidden="true" className="size-4" />
            Take Me Home
          </a>
          <Button variant="secondary" size="lg" onClick={() => window.history.back()}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Go Back
          </Button>
        </div>
        <dl className="mt-12 grid grid-cols-3 divide-x divide-rule rounded-lg border border-rule bg-sheet">
          {NOT_FOUND_STATS.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end px-3 py-4 sm:px-5">
              <dt className="text-xs text-ink-3 sm:text-sm">{label}</dt>
              <dd className="display tnum text-2xl">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-sm text-ink-3">
          Fun fact: you&apos;re the <span className="tnum font-semibold text-ink">{ordinal(fact)}</span>{' '}
          explorer to end up here.
        </p>
      </main>
    </div>
  );
}
