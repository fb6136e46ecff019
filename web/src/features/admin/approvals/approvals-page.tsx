import { LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { Proposal } from '@/lib/api/types';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { usePermitted } from '@/lib/permissions';
import { zoneName } from '@/lib/time/bank-time';
import { PolicyForm } from './policy-form';
import { ProposalDialog } from './proposal-dialog';
import { ProposalList } from './proposal-list';
import { useApprovalPolicy } from './queries/use-approval-policy';
import { useProposals } from './queries/use-proposals';

const SECTIONS = [
  {
    status: 'pending',
    title: 'Waiting',
    className: 'mt-6',
    emptyTitle: 'Nothing to approve',
    emptyText: 'Proposals that need a second admin appear here.',
  },
  {
    status: 'closed',
    title: 'Decided',
    className: 'mt-8',
    emptyTitle: 'No decisions yet',
    emptyText: 'Approved, rejected, withdrawn and closed proposals appear here.',
  },
] as const;

/** Proposals that wait for a second admin, decided proposals, and the approval policy (APR-1 to APR-5). */
export function ApprovalsPage() {
  const isPermitted = usePermitted();
  const [open, setOpen] = useState<Proposal | null>(null);
  return (
    <>
      <PageTitle>Approvals</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="display text-3xl">Approvals</h1>
          <p className="mt-1 text-ink-2">Changes that need a second admin.</p>
        </div>
        <Link to="/admin" className={buttonClass({ variant: 'secondary' })}>
          <LayoutDashboard aria-hidden="true" className="size-4" />
          Admin Dashboard
        </Link>
      </div>
      {SECTIONS.map((section) => (
        <ProposalSection key={section.title} {...section} onOpen={setOpen} />
      ))}
      {isPermitted('policy:edit') ? <PolicySection /> : null}
      {open ? <ProposalDialog proposal={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

type ProposalSectionProps = (typeof SECTIONS)[number] & { onOpen: (proposal: Proposal) => void };

function ProposalSection({ status, title, className, emptyTitle, emptyText, onOpen }: ProposalSectionProps) {
  const list = useProposals(status);
  const label = `${title} proposals`;
  return (
    <section aria-label={label} className={className}>
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      <ProposalList {...{ label, list, emptyTitle, emptyText, onOpen }} />
    </section>
  );
}

function PolicySection() {
  const { data, isError, refetch } = useApprovalPolicy();
  return (
    <section aria-label="Policy" className="mt-8 rounded-lg border border-rule bg-sheet p-4 sm:p-6">
      <h2 className="text-lg font-semibold">Policy</h2>
      <p className="mt-1 mb-5 max-w-prose text-sm text-ink-3">
        What one admin can do alone, and what needs two. The daily limit covers what an admin does under “One
        admin, up to the limit” in one day, {zoneName(bankTimeZone())}.
      </p>
      {data ? <PolicyForm key={data.version} policy={data} /> : null}
      {!data && isError ? (
        <ErrorState title="We couldn't load the policy." onRetry={() => void refetch()} />
      ) : null}
      {!data && !isError ? <Skeleton className="h-48" /> : null}
    </section>
  );
}
