import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { prepareSignOut } from '@/lib/sign-out';
import { useFailure } from '@/lib/use-failure';
import { ALL_OTHER_SESSIONS, useEndSession } from './queries/use-end-session';

/** Ends all other sessions of the user, then this one (SET-11). */
export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const end = useEndSession();
  const fail = useFailure();
  const confirm = () =>
    end.mutate(ALL_OTHER_SESSIONS, {
      onSuccess: () => {
        prepareSignOut();
        window.location.assign('/api/logout');
      },
      onError: (error) => {
        fail(error, 'Failed to sign out everywhere');
        onClose();
      },
    });
  return (
    <Dialog isOpen onClose={onClose} title="Sign out everywhere?">
      <p className="text-sm text-ink-2">
        You'll be signed out on all your devices, including this one. Anything you've typed but not sent will
        be lost.
      </p>
      <DialogActions>
        <Button variant="secondary" disabled={end.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={end.isPending} onClick={confirm}>
          Sign Out Everywhere
        </Button>
      </DialogActions>
    </Dialog>
  );
}
