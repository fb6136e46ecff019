import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button, IconButton } from '@/components/ui/button';
import type { AdminKyc } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { ApplicationStatus } from '../application-status';
import { ShortcutsHelp, type Shortcut } from '../keyboard/shortcuts-help';
import { personName } from '../person';
import type { Neighbors } from './queries/use-neighbors';

const DOCUMENT_KEYS: readonly Shortcut[] = [
  { key: 'N', effect: 'Next page or document' },
  { key: 'P', effect: 'Previous page or document' },
  { key: '+', effect: 'Zoom in' },
  { key: '-', effect: 'Zoom out' },
  { key: '0', effect: 'Zoom to fit' },
  { key: 'T', effect: 'Rotate the picture' },
];

type ReviewHeaderProps = {
  /** Undefined until the application has loaded. */
  kyc: AdminKyc | undefined;
  neighbors: Neighbors;
  onNext: () => void;
  onPrevious: () => void;
};

/** Names the applicant, with buttons that lead back to the list and to the previous or next waiting application. */
export function ReviewHeader({ kyc, neighbors, onNext, onPrevious }: ReviewHeaderProps) {
  const { place, count, next, previous } = neighbors;
  return (
    <>
      <div className="-mt-2 mb-2 flex items-center gap-1 md:-mt-4">
        <BackButton />
        <p role="status" className="tnum ml-auto text-sm text-ink-3">
          {place > 0 ? `${place} of ${count}` : ''}
        </p>
        <IconButton label="Previous application" disabled={previous === undefined} onClick={onPrevious}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton label="Next application" disabled={next === undefined} onClick={onNext}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
        <ShortcutsHelp own={DOCUMENT_KEYS} />
      </div>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display text-2xl sm:text-3xl">KYC Application</h1>
        {kyc ? <ApplicationStatus application={kyc} /> : null}
        <p className="w-full text-ink-2 lg:w-auto">
          {kyc ? `${personName(kyc.user)}'s ${humanize(kyc.accountType).toLowerCase()} application` : ''}
        </p>
      </div>
    </>
  );
}

/**
 * Returns to the list that the application was opened from, and keeps that list's filters. After a deep link, opens the
 * work queue instead.
 */
function BackButton() {
  const navigate = useNavigate();
  const goBack = () => void (isFirstEntry() ? navigate('/admin/queue', { replace: true }) : navigate(-1));
  return (
    <Button variant="ghost" size="sm" className="-ml-3" onClick={goBack}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to the list
    </Button>
  );
}

/**
 * Whether this is the first of the bank's screens opened in this tab. The location's key can't tell, because replacing
 * a location changes its key.
 */
function isFirstEntry(): boolean {
  const state: unknown = window.history.state;
  return !(typeof state === 'object' && state !== null && 'idx' in state && state.idx !== 0);
}
