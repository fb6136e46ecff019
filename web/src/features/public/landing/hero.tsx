import { Landmark, ShieldCheck, Zap } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { HeroLedger } from './hero-ledger';
import { PhoneMockup } from './phone-mockup';

const BADGES = [
  { Icon: Landmark, label: 'FDIC Insured' },
  { Icon: ShieldCheck, label: 'Bank-level Security' },
  { Icon: Zap, label: 'Instant Transfers' },
] as const;

/** Headline, calls to action and trust badges next to a phone on a ledger sheet (UI-2). */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="relative overflow-hidden border-b border-rule">
      <div className="page grid grid-cols-[minmax(0,1fr)] items-center gap-20 py-12 lg:min-h-[44rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.06fr)] lg:gap-8 lg:py-0">
        <div className="lg:py-20">
          <h1 id="hero-title" className="display text-[2.75rem] leading-[1.02] sm:text-6xl xl:text-[4.5rem]">
            Modern digital banking, exact to the cent.
          </h1>
          <p className="mt-6 max-w-[34rem] text-lg text-ink-2">
            Send and receive money, and see where every cent went. The account is free, with no hidden or
            monthly fees. Transfers cost 2%.
          </p>
          <div className="mt-8 flex flex-col gap-3 xs:flex-row">
            <a href="/auth?tab=register" className={buttonClass({ size: 'lg' })}>
              Get Started Free
            </a>
            <a href="#features" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
              Explore More
            </a>
          </div>
          <ul className="mt-10 flex flex-wrap gap-x-6 gap-y-3">
            {BADGES.map(({ Icon, label }) => (
              <li key={label} className="flex items-center gap-2 text-sm font-[550] text-ink-2">
                <Icon aria-hidden="true" className="size-4 text-accent" />
                {label}
              </li>
            ))}
          </ul>
        </div>
        <div className="relative flex justify-center lg:justify-start lg:py-14">
          <HeroLedger />
          <PhoneMockup />
        </div>
      </div>
    </section>
  );
}
