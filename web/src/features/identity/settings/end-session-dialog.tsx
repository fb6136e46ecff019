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
          title: isAll ? 'All other logins ended' : 'Login ended',
          description: isAll ? 'You are signed in here only.' : `${target.label} is signed out.`,
        });
        onClose();
      },
      onError: (error) => {
        fail(error, 'Failed to end the login');
        onClose();
      },
    });
  return (
    <Dialog isOpen onClose={onClose} title={isAll ? 'End all other logins?' : `End ${target.label}?`}>
      <p className="text-sm text-ink-2">
        {isAll ? 'Every other browser is' : 'That browser is'} signed out at once, and has to sign in with
        your password again. If you do not recognize a login, change your password too.
      </p>
      <DialogActions>
        <Button variant="secondary" disabled={end.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={end.isPending} onClick={confirm}>
          {isAll ? 'End all others' : 'End login'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
