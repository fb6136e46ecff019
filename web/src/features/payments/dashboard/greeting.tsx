import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { useDashboardTexts } from '@/lib/dashboard-texts';

type GreetingProps = { firstName: string | undefined; isAdmin: boolean };

export function Greeting({ firstName, isAdmin }: GreetingProps) {
  const texts = useDashboardTexts();
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <p className="text-sm text-ink-3">
          Hello, <bdi>{firstName?.trim() || 'User'}</bdi>
        </p>
        <h1 className="display mt-1 text-3xl">{texts.welcomeTitle}</h1>
        <p className="mt-1 text-ink-2">{texts.welcomeMessage}</p>
      </div>
      {isAdmin ? (
        <Link to="/admin" className={buttonClass({ variant: 'secondary' })}>
          <ShieldCheck aria-hidden="true" className="size-4" />
          Admin Panel
        </Link>
      ) : null}
    </div>
  );
}
