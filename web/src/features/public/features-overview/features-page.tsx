import { MarketingLayout } from '@/components/layout/marketing-layout';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { CoreFeatures } from './core-features';
import { FeatureTabs } from './feature-tabs';

/** The features page (UI-5). */
export function FeaturesPage() {
  return (
    <MarketingLayout>
      <PageTitle>Features</PageTitle>
      <section className="page py-12 lg:py-20">
        <h1 className="display max-w-[16ch] text-[2.75rem] leading-[1.04] sm:text-6xl">
          Everything an account should do.
        </h1>
        <p className="mt-6 max-w-[36rem] text-lg text-ink-2">
          Send, receive and understand your money in one place, down to the cent.
        </p>
      </section>
      <CoreFeatures />
      <FeatureTabs />
      <FreeSection />
    </MarketingLayout>
  );
}

function FreeSection() {
  return (
    <section aria-labelledby="free-title" className="border-t border-rule bg-sunken">
      <div className="page flex flex-wrap items-end justify-between gap-8 py-16 lg:py-20">
        <div>
          <h2
            id="free-title"
            className="display double-rule inline-block pr-6 pb-2 text-[4rem] leading-none sm:text-[6rem]"
          >
            Free
          </h2>
          <p className="mt-5 max-w-md text-ink-2">
            No monthly fee, no hidden fee, no minimum balance. Transfers cost 2%, shown before you confirm.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href="/auth?tab=register" className={buttonClass({ size: 'lg' })}>
            Get Started Free
          </a>
          <a href="/about" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            About Us
          </a>
        </div>
      </div>
    </section>
  );
}
