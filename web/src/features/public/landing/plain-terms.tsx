import { buttonClass } from '@/components/ui/button';

const TERMS = [
  { term: 'Monthly fee', value: '$0.00', note: 'No hidden fees' },
  { term: 'Transaction fee', value: '2%', note: 'Shown before you confirm' },
  { term: 'Daily limit', value: '$2,000', note: 'For outgoing transfers' },
  { term: 'Savings', value: '2.5% APY', note: 'Coming soon' },
  { term: 'FDIC insurance', value: '$250,000', note: 'Per depositor' },
] as const;

/** Prices and limits, laid out like a page of accounts (UI-6). */
export function PlainTerms() {
  return (
    <section aria-labelledby="terms-title" className="border-t border-rule bg-sunken">
      <div className="page grid gap-10 py-16 lg:grid-cols-[1fr_1.2fr] lg:gap-16 lg:py-24">
        <div>
          <h2 id="terms-title" className="display max-w-[16ch] text-3xl sm:text-4xl">
            Every fee and limit.
          </h2>
          <p className="mt-4 max-w-md text-ink-2">
            Sign up in two minutes. To open a checking account, have your Social Security number and driver's
            license ready. We review applications within 24 hours.
          </p>
          <a href="/auth?tab=register" className={`${buttonClass({ size: 'lg' })} mt-8`}>
            Get Started Free
          </a>
        </div>
        <dl className="relative divide-y divide-rule rounded-lg border border-rule bg-sheet pl-8 sm:pl-12">
          <span aria-hidden="true" className="absolute inset-y-0 left-4 w-px bg-margin-rule sm:left-7" />
          {TERMS.map(({ term, value, note }) => (
            <div
              key={term}
              className="flex flex-wrap items-baseline justify-between gap-x-6 py-4 pr-4 sm:pr-6"
            >
              <dt className="font-semibold">
                {term}
                <span className="block text-sm font-normal text-ink-3">{note}</span>
              </dt>
              <dd translate="no" className="display tnum text-2xl">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
