import { Receipt, ShieldCheck, Zap, type LucideIcon } from 'lucide-react';

const POINTS: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Bank-level security',
    text: 'Verified identities, encrypted Social Security numbers, and records that show any tampering.',
    Icon: ShieldCheck,
  },
  {
    title: 'Instant transfers',
    text: 'Request one in seconds, and follow every step until the money arrives.',
    Icon: Zap,
  },
  {
    title: 'No hidden fees',
    text: 'No monthly fee. Transfers cost 2%, shown before you confirm.',
    Icon: Receipt,
  },
];

/** The marketing panel next to the forms, styled as ledger paper (AUTH-5). */
export function AuthAside() {
  return (
    <aside
      aria-label="Why open an account"
      className="relative flex flex-col border-t border-rule bg-sunken lg:border-t-0 lg:border-l"
    >
      <MarginRules />
      <h2 className="display py-12 pr-4 pl-16 text-2xl sm:pl-24 sm:text-3xl lg:pt-[clamp(3rem,100dvh-40rem,28dvh)] lg:pr-12 lg:pb-12 lg:pl-32 lg:text-4xl">
        Money you can trace.
        <br /> Fees you can see.
      </h2>
      <ul className="ruled flex-1 border-t border-rule pt-8 pr-4 pb-16 pl-16 sm:pl-24 lg:pr-12 lg:pl-32">
        {POINTS.map(({ title, text, Icon }) => (
          <li key={title} className="flex max-w-lg gap-4 pb-8">
            <Icon aria-hidden="true" className="mt-1.5 size-5 shrink-0 text-accent" />
            <div className="leading-8">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** The double red margin rule of ledger paper. */
function MarginRules() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 left-10 w-[3px] border-x border-margin-rule sm:left-16 lg:left-20"
    />
  );
}
