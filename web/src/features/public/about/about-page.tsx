import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { MarketingLayout } from '@/components/layout/marketing-layout';
import { PageTitle } from '@/components/layout/page-title';
import { Avatar } from '@/components/ui/avatar';
import { buttonClass } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { STATS, TEAM, VALUES } from './texts';

/** The about page (UI-5). */
export function AboutPage() {
  return (
    <MarketingLayout>
      <PageTitle>About</PageTitle>
      <section className="page grid gap-10 py-12 lg:grid-cols-[1.2fr_1fr] lg:items-end lg:py-20">
        <h1 className="display text-[2.75rem] leading-[1.04] sm:text-6xl">A bank that shows its work.</h1>
        <p className="text-lg text-ink-2">
          {BRAND} was founded in San Francisco in 2023 by people tired of balances that changed without
          explanation.
        </p>
      </section>
      <Stats />
      <section className="page grid gap-6 py-16 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-24">
        <h2 className="display text-3xl">Our mission</h2>
        <p className="max-w-prose text-xl leading-8 text-ink-2">
          To make your money easy to follow. Every cent that comes in or goes out is an entry you can read,
          trace and check. There's no monthly fee.
        </p>
      </section>
      <Values />
      <Team />
      <Contact />
    </MarketingLayout>
  );
}

function Stats() {
  return (
    <section aria-label="Key figures" className="border-y border-rule bg-sunken">
      <dl className="page grid grid-cols-2 gap-y-8 py-10 lg:grid-cols-4">
        {STATS.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd translate="no" className="display tnum text-3xl">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Values() {
  return (
    <section aria-labelledby="values-title" className="border-t border-rule">
      <div className="page py-16 lg:py-24">
        <h2 id="values-title" className="display text-3xl">
          Core values
        </h2>
        <ol className="mt-8 grid border-t border-rule sm:grid-cols-2 sm:gap-x-12">
          {VALUES.map(({ title, text }) => (
            <li key={title} className="border-b border-rule py-6">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Team() {
  return (
    <section aria-labelledby="team-title" className="border-t border-rule">
      <div className="page py-16 lg:py-24">
        <h2 id="team-title" className="display text-3xl">
          The team
        </h2>
        <ul className="mt-8 grid gap-px overflow-hidden rounded-lg border border-rule bg-rule sm:grid-cols-2 lg:grid-cols-4">
          {TEAM.map(({ name, initials, role, text }) => (
            <li key={name} className="bg-sheet p-6">
              <Avatar initials={initials} className="size-12! text-sm!" />
              <h3 className="mt-4 font-semibold">{name}</h3>
              <p className="text-sm text-ink-3">{role}</p>
              <p className="mt-3 text-sm text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Contact() {
  return (
    <section aria-labelledby="contact-title" className="border-t border-rule bg-sunken">
      <div className="page grid gap-10 py-16 lg:grid-cols-2 lg:gap-16 lg:py-20">
        <div>
          <h2 id="contact-title" className="display text-3xl">
            Get in touch
          </h2>
          <p className="mt-3 max-w-md text-ink-2">Or skip the email and open an account.</p>
          <a href="/auth?tab=register" className={`${buttonClass({ size: 'lg' })} mt-6`}>
            Get Started
          </a>
        </div>
        <DetailList className="self-start border-y border-rule">
          <Detail term="Email">
            <a href={`mailto:${SUPPORT_EMAIL}`} className="text-accent underline underline-offset-4">
              {SUPPORT_EMAIL}
            </a>
          </Detail>
          <Detail term="Headquarters">San Francisco, USA</Detail>
          <Detail term="Support">Message us 24/7. Live chat Monday to Saturday.</Detail>
        </DetailList>
      </div>
    </section>
  );
}
