import { Menu, X } from 'lucide-react';
import { useId, useState } from 'react';
import { BRAND } from '@moniker/common/brand.js';
import { cn } from '@/lib/cn';
import { useSession } from '@/lib/session';
import { buttonClass, IconButton } from '../ui/button';
import { ThemeToggle } from '../ui/theme-toggle';
import { Logo, LogoMark } from './logo';

const LINKS = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/features', label: 'Features' },
] as const;

type MarketingHeaderProps = { hasBack?: boolean; onBack?: () => void };

/**
 * The top bar of the public pages (UI-3). Links are plain anchors, because public pages use full page loads (UI-2).
 * With `hasBack`, a "← Back" button replaces everything but the logo; it goes to `/` unless `onBack` is given.
 */
export function MarketingHeader({ hasBack = false, onBack }: MarketingHeaderProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  return (
    <header className="tall:sticky top-0 z-30 border-b border-rule bg-paper print:hidden">
      <div className="page top-bar flex h-16 items-center gap-1 sm:gap-2">
        <a href="/" aria-label={`${BRAND}, home`} className="mr-auto rounded-md py-1.5 pr-2">
          <span className="max-[18rem]:hidden">
            <Logo />
          </span>
          <span className="min-[18rem]:hidden">
            <LogoMark />
          </span>
        </a>
        {hasBack ? (
          <BackButton onBack={onBack} />
        ) : (
          <>
            <nav aria-label="Main" className="mr-4 hidden items-center gap-1 md:flex">
              <NavLinks />
            </nav>
            <ThemeToggle />
            <LoginLink />
            <IconButton
              label={isOpen ? 'Close menu' : 'Open menu'}
              aria-expanded={isOpen}
              aria-controls={menuId}
              className="-mr-2.5 md:hidden"
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            </IconButton>
          </>
        )}
      </div>
      {hasBack ? null : (
        <nav
          id={menuId}
          aria-label="Menu"
          hidden={!isOpen}
          className="page border-t border-rule py-2 md:hidden"
        >
          <div className="flex flex-col">
            <NavLinks />
          </div>
        </nav>
      )}
    </header>
  );
}

function NavLinks() {
  return LINKS.map(({ href, label }) => {
    const isCurrent = window.location.pathname === href;
    return (
      <a
        key={href}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex min-h-11 items-center rounded-md px-3 text-sm font-[550] hover:bg-hover',
          isCurrent ? 'text-ink' : 'text-ink-2 hover:text-ink',
        )}
      >
        {label}
      </a>
    );
  });
}

function LoginLink() {
  const { user } = useSession();
  return user ? (
    <a href="/dashboard" className={buttonClass({ size: 'sm' })}>
      Dashboard
    </a>
  ) : (
    <a href="/auth" className={buttonClass({ size: 'sm' })}>
      Login
    </a>
  );
}

function BackButton({ onBack }: { onBack: (() => void) | undefined }) {
  const className = buttonClass({ variant: 'ghost', size: 'sm' });
  if (!onBack)
    return (
      <a href="/" className={className}>
        ← Back
      </a>
    );
  return (
    <button type="button" onClick={onBack} className={className}>
      ← Back
    </button>
  );
}
