import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import type { Session } from '@/lib/api/types';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { ALL_OTHER_SESSIONS, useEndSession } from './queries/use-end-session';

type EndSessionDialogProps = { target: Session | typeof ALL_OTHER_SESSIONS; onClose: () => void };

/** Asks for confirmation, because ending a session discards unsent input in that browser (AUTH-21). */
export function EndSessionDialog({ target, onClose }: EndSessionDialogProps) {
  const end = useEndSession();
  const fail = useFailure();
  const isAll = target === ALL_OTHER_SESSIONS;
  const confirm = () =>
    end.mutate(isAll ? ALL_OTHER_SESSIONS : target.id, {
      onSuccess: () => {
        toast({
          title: isAll ? 'Other devices signed out' : 'Device signed out',
          description: isAll ? "You're only signed in here now." : `${target.label} is signed out.`,
        });
        onClose();
      },
      onError: (error) => {
        fail(error, isAll ? 'Failed to sign out the other devices' : 'Failed to sign out the device');
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isAll ? 'Sign out all other devices?' : `Sign out ${target.label}?`}
    >
      <p className="text-sm text-ink-2">
        You&apos;ll have to sign in again on {isAll ? 'all your other devices' : 'that device'}. If you
        don&apos;t recognize a device, change your password too.
      </p>
      <DialogActions>
        <Button variant="secondary" disabled={end.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={end.isPending} onClick={confirm}>
          {isAll ? 'Sign Out All Others' : 'Sign Out'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
