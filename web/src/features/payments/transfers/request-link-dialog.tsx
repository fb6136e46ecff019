import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { QrCode } from '@/components/ui/qr-code';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import { useCopy } from '@/lib/use-copy';

/** The link to a request for money, with its QR code (TRF-141). */
export function RequestLinkDialog({ request, onClose }: { request: MoneyRequest; onClose: () => void }) {
  const link = `${window.location.origin}/send-money?request=${request.id}`;
  const { isCopied, copy } = useCopy(link);
  // On a computer, a link is pasted rather than shared.
  const canShare = 'share' in navigator && matchMedia('(pointer: coarse)').matches;
  // `share` rejects if the customer closes the system's dialog, which needs no message.
  const share = canShare ? () => void navigator.share({ url: link }).catch(() => undefined) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Share this link"
      description="Only the first customer to pay can use it."
      guardsInput={false}
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={link} label="QR code of the link" />
        <p translate="no" className="max-w-full text-sm wrap-anywhere">
          {link}
        </p>
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button variant={share ? 'secondary' : 'primary'} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy Link'}
        </Button>
        {share ? <Button onClick={share}>Share</Button> : null}
      </DialogActions>
    </Dialog>
  );
}
