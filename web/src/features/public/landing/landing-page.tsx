import { MarketingLayout } from '@/components/layout/marketing-layout';
import { PageTitle } from '@/components/layout/page-title';
import { FeatureCards } from './feature-cards';
import { Hero } from './hero';
import { PlainTerms } from './plain-terms';

/** The landing page for visitors (UI-2). */
export function LandingPage() {
  return (
    <MarketingLayout>
      <PageTitle />
      <Hero />
      <FeatureCards />
      <PlainTerms />
    </MarketingLayout>
  );
}
