import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { setShortcuts, useAreShortcutsOn, useShortcuts } from '@/lib/shortcuts';

const KEYS = [
  { key: 'J', effect: 'Next item' },
  { key: 'K', effect: 'Previous item' },
  { key: 'A', effect: 'Open the dialog to approve' },
  { key: 'R', effect: 'Open the dialog to reject' },
  { key: '?', effect: 'Show these keys' },
] as const;

/** A button that lists the keyboard shortcuts and switches them on or off (ADM-35). Needs no key, so that they can return. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts({ '?': () => setIsOpen(true) });
  return (
    <>
      <IconButton label="Keyboard shortcuts" className="max-md:hidden" onClick={() => setIsOpen(true)}>
        <Keyboard aria-hidden="true" />
      </IconButton>
      {isOpen ? <ShortcutsDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOn = useAreShortcutsOn();
  return (
    <Dialog
      isOpen
      guardsInput={false}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="No key decides by itself."
    >
      <dl className="divide-y divide-rule text-sm">
        {KEYS.map(({ key, effect }) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2">
            <dt>{effect}</dt>
            <dd>
              <Key>{key}</Key>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Checkbox
          label="Use keyboard shortcuts in this browser"
          checked={areOn}
          onChange={(event) => setShortcuts(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}

/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-w-6 items-center justify-center rounded-sm border border-current/40 px-1 font-sans text-xs leading-5">
      {children}
    </kbd>
  );
}
