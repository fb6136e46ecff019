import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ThemePicker } from '@/components/ui/theme-toggle';
import { useSession } from '@/lib/session';
import { BlockedCustomersCard } from './blocked-customers-card';
import { FactorsCard } from './factors-card';
import { FindableCard } from './findable-card';
import { PasswordCard } from './password-card';
import { PhoneCard } from './phone-card';
import { ProfileCard } from './profile-card';
import { RecipientsCard } from './recipients-card';
import { SessionsCard } from './sessions-card';

const QUICK_LINKS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/send-money', label: 'Send Money' },
  { to: '/contact', label: 'Contact Support' },
] as const;

const THEME_LABEL_ID = 'theme-label';

/** The settings page (SET-1). */
export function SettingsPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <h1 className="display text-3xl">Settings</h1>
      <p className="mt-1 text-ink-2">Profile, security and appearance.</p>
      <div className="mt-6 grid items-start gap-4 md:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6">
        <div className="min-w-0 space-y-4 lg:space-y-6">
          <ProfileCard user={user} />
          {user.phoneNumber ? null : <PhoneCard />}
          {user.canPayMonikers ? <FindableCard user={user} /> : null}
          <PasswordCard email={user.email} />
          <FactorsCard />
          <RecipientsCard />
          <SessionsCard />
          {user.canPayMonikers ? <BlockedCustomersCard /> : null}
        </div>
        <div className="min-w-0 space-y-4 lg:space-y-6">
          <Card>
            <CardHeader title="Theme" titleId={THEME_LABEL_ID} />
            <CardBody>
              <ThemePicker labelId={THEME_LABEL_ID} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title="Quick Links" />
            <ul className="divide-y divide-rule px-4 py-2 sm:px-6">
              {QUICK_LINKS.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="flex min-h-11 items-center justify-between text-sm font-[550] hover:text-accent"
                  >
                    {label}
                    <ArrowRight aria-hidden="true" className="size-4 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </>
  );
}
