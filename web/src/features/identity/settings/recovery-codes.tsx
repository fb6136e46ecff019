import { BRAND } from '@moniker/common/brand.js';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClass } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { DialogActions } from '@/components/ui/dialog';

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** New recovery codes, which are shown only once (AUTH-53). */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const file = `${BRAND} recovery codes\n\n${text}\n\nEach code works once.\n`;
  return (
    <div className="space-y-4">
      <Alert tone="warning" title="Save these codes now. We won't show them again.">
        If you lose your passkey or authenticator app, you can sign in with one of these codes. Each code
        works once.
      </Alert>
      <div className="relative rounded-md border border-rule bg-sunken p-4">
        <ol
          translate="no"
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 font-mono text-sm max-xs:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="absolute top-3 right-3">
          <CopyButton label="recovery codes" value={text} />
        </div>
      </div>
      <DialogActions>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="moniker-recovery-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          Download
        </a>
        <Button onClick={onDone}>I've Saved Them</Button>
      </DialogActions>
    </div>
  );
}
