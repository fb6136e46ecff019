import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '@/components/ui/button';
import type { AdminKyc } from '@/lib/api/types';
import { useAreShortcutsOn } from '@/lib/shortcuts';
import { Key } from '../keyboard/shortcuts-help';

type DecisionBarProps = {
  kyc: AdminKyc;
  isBusy: boolean;
  onDecide: (decision: 'approve' | 'reject') => void;
  onReset: () => void;
};

/**
 * The buttons to decide on an application or to open the next item. They stay at the bottom of the screen; on phones,
 * above the navigation (KYC-36).
 */
export function DecisionBar({ kyc, isBusy, onDecide, onReset }: DecisionBarProps) {
  const isPending = kyc.status === 'pending' && !kyc.isReplaced;
  return (
    <div
      data-toasts-above=""
      className="tall:fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-t border-rule-strong bg-paper md:bottom-0 print:hidden"
    >
      <div role="group" aria-label="Decision" className="page flex items-center justify-end gap-2 py-3">
        {isPending ? (
          <>
            <Button
              variant="danger"
              className="max-sm:flex-1"
              aria-keyshortcuts="r"
              onClick={() => onDecide('reject')}
            >
              Reject
              <Hint>R</Hint>
            </Button>
            <Button className="max-sm:flex-1" aria-keyshortcuts="a" onClick={() => onDecide('approve')}>
              Approve
              <Hint>A</Hint>
            </Button>
          </>
        ) : null}
        {kyc.status === 'rejected' && !kyc.isReplaced ? (
          <Button variant="secondary" isBusy={isBusy} onClick={onReset}>
            Reset to Pending
          </Button>
        ) : null}
        {isPending ? null : (
          <Link to="/admin/queue?next=1" replace className={buttonClass()}>
            Next Item
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </div>
    </div>
  );
}

function Hint({ children }: { children: string }) {
  if (!useAreShortcutsOn()) return null;
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <Key>{children}</Key>
    </span>
  );
}
