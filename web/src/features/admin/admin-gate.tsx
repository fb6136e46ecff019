import { LayoutDashboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { AmountsHiddenContext } from '@/lib/amounts-hidden-context';
import { useMayOpen, type AdminScreen } from '@/lib/permissions';

/**
 * An admin screen, if the admin's role allows it (ADM-51). The “Admin” tab leads to the work queue. Admins whose role
 * has no work queue are redirected to the panel. Amounts are never hidden here, because an admin must see what they
 * decide on.
 */
export function AdminGate({ path, page }: { path: AdminScreen; page: ReactNode }) {
  const mayOpen = useMayOpen();
  if (mayOpen(path)) return <AmountsHiddenContext value={false}>{page}</AmountsHiddenContext>;
  return path === '/admin/queue' ? <Navigate to="/admin" replace /> : <RoleDenied />;
}

function RoleDenied() {
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
