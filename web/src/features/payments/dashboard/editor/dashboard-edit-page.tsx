import { isolate } from '@moniker/common/typed-text.js';
import { ArrowLeft } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/api/api-error';
import { mayLeave } from '@/lib/leave-question';
import { ContentForm } from './content-form';
import { useEditorData } from './use-editor-data';

/**
 * How long to wait for the window to close. If it is still open then, the browser refused to close it, so the page
 * navigates instead.
 */
const CLOSE_TIMEOUT_MS = 150;

/** The editor of the dashboard texts, which opens in a new tab (DASH-13). */
export function DashboardEditPage() {
  const { userId = '' } = useParams();
  const navigate = useNavigate();
  const editor = useEditorData(userId);
  const name = editor.data ? isolate(`${editor.data.user.firstName} ${editor.data.user.lastName}`) : null;
  const goBack = () => {
    if (!mayLeave()) return;
    window.close();
    setTimeout(() => void navigate('/admin'), CLOSE_TIMEOUT_MS);
  };
  return (
    <>
      <PageTitle>Edit dashboard</PageTitle>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="display text-3xl">Edit Dashboard</h1>
          <p className="mt-1 min-h-6 text-ink-2">
            {name ? `The text on ${name}'s dashboard. Blank fields go back to their defaults.` : ''}
          </p>
        </div>
        <Button variant="secondary" onClick={goBack}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Admin
        </Button>
      </div>
      {editor.isPending ? (
        <div className="mt-8 grid gap-8 lg:grid-cols-2">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      ) : null}
      {editor.isError ? <EditorError error={editor.error} onRetry={() => void editor.refetch()} /> : null}
      {editor.data ? <ContentForm key={userId} {...editor.data} /> : null}
    </>
  );
}

function EditorError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError && error.status === 404)) {
    return <ErrorState title="We couldn't load this dashboard." onRetry={onRetry} />;
  }
  return (
    <EmptyState title="Customer not found">
      This user was deleted or is an admin, or the link is wrong. Only customers have a dashboard to edit.
    </EmptyState>
  );
}
