import { LayoutDashboard } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** Shown instead of an admin screen that the admin's role doesn't allow (ADM-51). */
export function RoleDeniedPage() {
  return (
    <>
      <PageTitle>No Access</PageTitle>
      <h1 className="display mb-6 text-3xl">No Access</h1>
      <EmptyState
        title="Your role can't open this page."
        action={
          <Link to="/admin" className={buttonClass({ variant: 'secondary' })}>
            <LayoutDashboard aria-hidden="true" className="size-4" />
            Admin Dashboard
          </Link>
        }
      >
        Ask an owner for access.
      </EmptyState>
    </>
  );
}
