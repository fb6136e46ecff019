import { BadgeCheck, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { feeCentsOf, netCentsOf } from '@moniker/common/fee.js';
import { StatusTile } from '@/components/ledger/status-tile';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';

const SAMPLE_AMOUNT_CENTS = 250_00;

const SPENDING = [
  { name: 'Bills', cents: 1_450_00 },
  { name: 'Food', cents: 412_80 },
  { name: 'Transportation', cents: 236_00 },
  { name: 'Education', cents: 120_00 },
] as const;

/** The three feature cards (UI-2). Their samples use the product's own components. */
export function FeatureCards() {
  return (
    <section id="features" aria-labelledby="features-title" className="page py-16 lg:py-24">
      <h2 id="features-title" className="display max-w-[18ch] text-3xl sm:text-4xl">
        See exactly where your money went.
      </h2>
      <div className="mt-10 grid border-rule lg:grid-cols-3 lg:divide-x lg:divide-rule lg:border-y">
        <FeatureCard
          title="Instant Transfers"
          text="Enter the amount you want to send, or the amount that should arrive. You see the exact fee before you confirm, then follow every step until the money gets there."
        >
          <TransferSample />
        </FeatureCard>
        <FeatureCard
          title="Bank-Level Security"
          text="We verify identities and encrypt Social Security numbers. Every ledger entry seals the one before it, so tampering shows."
        >
          <ul className="divide-y divide-rule border-y border-rule">
            <StatusTile label="Email" status="verified" badge="Verified" Icon={Mail} />
            <StatusTile label="Phone number" status="added" badge="Added" Icon={Phone} />
            <StatusTile label="KYC status" status="approved" badge="Approved" Icon={BadgeCheck} />
          </ul>
        </FeatureCard>
        <FeatureCard
          title="Smart Analytics"
          text="See where your money goes, by category and over time. The figures come straight from the ledger: no estimates, no spreadsheets."
        >
          <SpendingSample />
        </FeatureCard>
      </div>
    </section>
  );
}

function FeatureCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <article className="flex flex-col gap-8 py-8 lg:px-8 lg:first:pl-0 lg:last:pr-0">
      <div className="lg:min-h-42">{children}</div>
      <div>
        <h3 className="text-lg font-semibold">{title}</h3>
        <p className="mt-2 text-ink-2">{text}</p>
      </div>
    </article>
  );
}

function TransferSample() {
  return (
    <DetailList className="border-y border-rule">
      <Detail term="You send">
        <Money cents={SAMPLE_AMOUNT_CENTS} />
      </Detail>
      <Detail term="Fee (2%)">
        <Money cents={-feeCentsOf(SAMPLE_AMOUNT_CENTS)} />
      </Detail>
      <Detail term="Recipient gets" isTotal>
        <span className="double-rule">
          <Money cents={netCentsOf(SAMPLE_AMOUNT_CENTS)} />
        </span>
      </Detail>
    </DetailList>
  );
}

function SpendingSample() {
  const largestCents = Math.max(...SPENDING.map((item) => item.cents));
  return (
    <ul className="space-y-2.5 border-y border-rule py-2.5">
      {SPENDING.map(({ name, cents }) => (
        <li key={name} className="text-sm">
          <span className="flex justify-between">
            <span className="text-ink-2">{name}</span>
            <Money cents={cents} className="font-medium" />
          </span>
          <span aria-hidden="true" className="mt-1 block h-1 rounded-full bg-neutral-soft">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(cents / largestCents) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
