import { QueryClientProvider } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { BRAND } from '@moniker/common/brand.js';
import { Logo, LogoMark } from '@/components/layout/logo';
import { SkipLink } from '@/components/layout/skip-link';
import { Avatar } from '@/components/ui/avatar';
import { buttonClass, iconButtonClass } from '@/components/ui/button';
import { PageSpinner } from '@/components/ui/spinner';
import { OfflineBanner } from '@/components/ui/offline-banner';
import { AmountsToggle } from '@/components/ui/amounts-toggle';
import { ThemeToggle } from '@/components/ui/theme-toggle';
import { preloadToastArea } from '@/components/ui/toaster';
import { NotificationBell } from '@/features/support/notifications/notification-bell';
import { useHideAmountsSetting } from '@/lib/amounts';
import { AmountsHiddenContext } from '@/lib/amounts-hidden-context';
import { api } from '@/lib/api/client';
import { confirmRequests } from '@/lib/api/confirm-requests';
import { cn } from '@/lib/cn';
import { getInitials } from '@/lib/format';
import { createQueryClient } from '@/lib/query-client';
import { useSession } from '@/lib/session';
import { prepareSignOut } from '@/lib/sign-out';
import { useSessionElsewhere } from '@/lib/use-session-elsewhere';
import { ADMIN_NAV_ITEM, NAV_ITEMS, type NavItem } from './nav-items';
import { PaletteButton } from './palette/palette-button';
import { ExtraBoundary, ScreenBoundary } from './screen-boundary';
import { precacheChunks } from './service-worker';
import { SessionEndHost } from './session-end-host';
import { StepUpHost } from './step-up-host';
import { usePhoneReminder } from './use-phone-reminder';

// Loaded for admins only.
const WaitingBadge = lazy(async () => ({
  default: (await import('@/features/admin/work-queue/waiting-badge')).WaitingBadge,
}));
const FrozenBanner = lazy(async () => ({ default: (await import('./frozen-banner')).FrozenBanner }));
const WorkQueueUpdates = lazy(async () => ({
  default: (await import('@/features/admin/work-queue/work-queue-updates')).WorkQueueUpdates,
}));

const queryClient = createQueryClient();
// Only signed-in users are asked to confirm their identity, so visitors do not load this middleware.
api.use(confirmRequests);

/** Layout of the signed-in screens: top bar, navigation tabs (at the bottom on phones) and content. */
export function AppLayout() {
  const { user } = useSession();
  const isAdmin = user?.isAdmin === true;
  const initials = getInitials(user?.firstName, user?.lastName);
  const isHiding = useHideAmountsSetting();
  usePhoneReminder(user);
  useSessionElsewhere(user?.id, queryClient);
  useEffect(precacheChunks, []);
  const badge = <LazyExtra Component={WaitingBadge} />;
  return (
    <QueryClientProvider client={queryClient}>
      <AmountsHiddenContext value={isHiding}>
        <div
          onFocus={preloadToastArea}
          onPointerDown={preloadToastArea}
          className="flex min-h-dvh flex-col tall:pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0"
        >
          <SkipLink />
          <ExtraBoundary>
            <StepUpHost />
          </ExtraBoundary>
          <ExtraBoundary>
            <SessionEndHost />
          </ExtraBoundary>
          {isAdmin ? <LazyExtra Component={WorkQueueUpdates} /> : null}
          <header className="tall:sticky top-0 z-30 border-b border-rule bg-paper print:hidden">
            <div className="page top-bar flex h-16 items-center sm:gap-1 md:gap-0 xl:gap-1">
              <Link
                to="/dashboard"
                aria-label={`${BRAND}, dashboard`}
                className="mr-auto rounded-md py-1.5 md:mr-2 xl:mr-8"
              >
                <span className="sm:max-md:hidden xl:hidden">
                  <LogoMark />
                </span>
                <span className="max-sm:hidden md:max-xl:hidden">
                  <Logo />
                </span>
              </Link>
              <nav aria-label="Main" className="mr-auto hidden h-full items-stretch gap-1 md:flex">
                {NAV_ITEMS.map((item) => (
                  <DeskTab key={item.to} {...item} isHidden={isAdmin && item.isMinor} />
                ))}
                {isAdmin ? <DeskTab {...ADMIN_NAV_ITEM} badge={badge} /> : null}
              </nav>
              <ExtraBoundary>
                <PaletteButton />
              </ExtraBoundary>
              <AmountsToggle />
              <ThemeToggle className="max-sm:hidden" />
              <ExtraBoundary>
                <NotificationBell />
              </ExtraBoundary>
              <Link
                to="/settings"
                aria-label={`${initials}, your settings`}
                title="Your settings"
                className={iconButtonClass}
              >
                <Avatar initials={initials} />
              </Link>
              <a
                href="/api/logout"
                onClick={prepareSignOut}
                className={cn(buttonClass({ variant: 'ghost', size: 'sm' }), '-mr-3 px-3')}
              >
                <LogOut aria-hidden="true" className="size-4" />
                <span className="max-[22rem]:sr-only md:max-xl:sr-only">Logout</span>
              </a>
            </div>
            <OfflineBanner />
          </header>
          {user?.status === 'frozen' ? <LazyExtra Component={FrozenBanner} /> : null}
          <main id="main" tabIndex={-1} className="page flex-1 py-6 md:py-10">
            <ScreenBoundary>
              <Suspense fallback={<PageSpinner className="min-h-[60dvh]" />}>
                <Outlet />
              </Suspense>
            </ScreenBoundary>
          </main>
          <nav
            aria-label="Main"
            data-foot-tabs=""
            className="tall:fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
          >
            <div className="flex h-16 items-stretch">
              {NAV_ITEMS.filter((item) => !(isAdmin && item.isMinor)).map((item) => (
                <PhoneTab key={item.to} {...item} />
              ))}
              {isAdmin ? <PhoneTab {...ADMIN_NAV_ITEM} badge={badge} /> : null}
            </div>
          </nav>
        </div>
      </AmountsHiddenContext>
    </QueryClientProvider>
  );
}

function LazyExtra({ Component }: { Component: ComponentType }) {
  return (
    <ExtraBoundary>
      <Suspense fallback={null}>
        <Component />
      </Suspense>
    </ExtraBoundary>
  );
}

type TabProps = NavItem & { badge?: ReactNode };

function useIsCurrent(to: string): boolean {
  const { pathname } = useLocation();
  if (to === ADMIN_NAV_ITEM.to) return pathname.startsWith('/admin');
  return pathname === to || (to === '/dashboard' && pathname === '/');
}

function DeskTab({ to, label, badge, isHidden = false }: TabProps & { isHidden?: boolean | undefined }) {
  const isCurrent = useIsCurrent(to);
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'relative flex items-center gap-1.5 px-1.5 text-sm whitespace-nowrap lg:px-3 font-[550] focus-visible:-outline-offset-2',
        isHidden && 'max-lg:hidden',
        isCurrent
          ? "text-ink after:absolute after:inset-x-1.5 after:-bottom-px after:h-0.5 after:bg-accent after:content-[''] lg:after:inset-x-3"
          : 'text-ink-3 hover:text-ink',
      )}
    >
      {label}
      {badge}
    </Link>
  );
}

function PhoneTab({ to, label, Icon, badge }: TabProps) {
  const isCurrent = useIsCurrent(to);
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'relative flex flex-auto flex-col items-center justify-center gap-1 text-center px-px text-[min(0.75rem,3.7vw)] leading-4 font-[550] max-[22rem]:tracking-tight focus-visible:-outline-offset-2',
        isCurrent ? 'text-accent' : 'text-ink-3',
      )}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={isCurrent ? 2.25 : 1.75} />
      {label}
      {badge ? <span className="absolute top-1 right-[max(0.125rem,calc(50%-2rem))]">{badge}</span> : null}
    </Link>
  );
}
