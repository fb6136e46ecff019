import { BRAND } from '@moniker/common/brand.js';

/** An M above a double underline, which marks a final total in handwritten accounts. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 20V8.5l8 8 8-8V20"
        className="stroke-on-accent"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M8 23.75h16M8 26.25h16"
        className="stroke-on-accent"
        strokeWidth="1.25"
        strokeLinecap="round"
        opacity="0.7"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="flex items-center gap-2.5">
      <LogoMark />
      <span translate="no" className="display translate-y-px text-[1.375rem] leading-none font-medium">
        {BRAND}
      </span>
    </span>
  );
}
