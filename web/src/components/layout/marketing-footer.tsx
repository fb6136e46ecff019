import type { ReactNode } from 'react';
import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { Logo } from './logo';

const THIS_YEAR = new Date().getFullYear();

const QUICK_LINKS = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About Us' },
  { href: '/features', label: 'Features' },
  { href: '/auth?tab=register', label: 'Get Started' },
] as const;

const SERVICES = [
  'Digital Banking',
  'Instant Transfers',
  'Smart Analytics',
  'Mobile Banking',
  '24/7 Support',
];

const LEGAL_LINKS = [
  { href: '/privacy', label: 'Privacy Policy' },
  { href: '/terms', label: 'Terms of Service' },
  { href: '/security', label: 'Security' },
] as const;

const LINK = 'inline-flex min-h-11 items-center text-sm text-ink-2 hover:text-ink hover:underline md:min-h-8';
const TEXT = 'flex min-h-8 items-center text-sm text-ink-2';

/** The footer of the public pages (UI-4). */
export function MarketingFooter() {
  return (
    <footer className="border-t border-rule">
      <div className="page grid grid-cols-2 gap-x-8 gap-y-10 py-12 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr_1fr]">
        <div className="col-span-2 lg:col-span-1">
          <Logo />
          <p className="mt-4 max-w-64 text-sm text-ink-3">Digital banking that always adds up.</p>
        </div>
        <FooterGroup title="Quick Links">
          {QUICK_LINKS.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className={LINK}>
                {label}
              </a>
            </li>
          ))}
        </FooterGroup>
        <FooterGroup title="Services">
          {SERVICES.map((service) => (
            <li key={service} className={TEXT}>
              {service}
            </li>
          ))}
        </FooterGroup>
        <FooterGroup title="Contact" className="max-sm:col-span-2">
          <li>
            <a href={`mailto:${SUPPORT_EMAIL}`} className={LINK}>
              {SUPPORT_EMAIL}
            </a>
          </li>
          <li className={TEXT}>Available 24/7</li>
        </FooterGroup>
        <FooterGroup title="Follow Us">
          <li className={TEXT}>Twitter (soon)</li>
          <li className={TEXT}>LinkedIn (soon)</li>
        </FooterGroup>
      </div>
      <div className="border-t border-rule">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5">
          <p className="text-sm text-ink-3">
            © {THIS_YEAR} {BRAND}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {LEGAL_LINKS.map(({ href, label }) => (
              <li key={href}>
                <a href={href} className={LINK}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

type FooterGroupProps = { title: string; className?: string; children: ReactNode };

function FooterGroup({ title, className, children }: FooterGroupProps) {
  return (
    <section className={className}>
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}
