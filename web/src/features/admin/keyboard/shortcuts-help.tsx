import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { setShortcuts, useAreShortcutsOn, useShortcuts } from '@/lib/shortcuts';

/** A key and what it does. */
export type Shortcut = { key: string; effect: string };

const KEYS: readonly Shortcut[] = [
  { key: 'J', effect: 'Next item' },
  { key: 'K', effect: 'Previous item' },
  { key: 'A', effect: 'Open the dialog to approve' },
  { key: 'R', effect: 'Open the dialog to reject' },
  { key: '?', effect: 'Show these shortcuts' },
];

/**
 * A button that opens the list of keyboard shortcuts. The list starts with the screen's own shortcuts, and lets the
 * admin switch all shortcuts on or off (ADM-35). The button also works while shortcuts are off, so they can be
 * switched on again.
 */
export function ShortcutsHelp({ own = [] }: { own?: readonly Shortcut[] }) {
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts({ '?': () => setIsOpen(true) });
  return (
    <>
      <IconButton label="Keyboard shortcuts" className="max-md:hidden" onClick={() => setIsOpen(true)}>
        <Keyboard aria-hidden="true" />
      </IconButton>
      {isOpen ? <ShortcutsDialog keys={[...own, ...KEYS]} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function ShortcutsDialog({ keys, onClose }: { keys: readonly Shortcut[]; onClose: () => void }) {
  const areOn = useAreShortcutsOn();
  return (
    <Dialog
      isOpen
      guardsInput={false}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Shortcuts never approve or reject on their own."
    >
      <dl className="divide-y divide-rule text-sm">
        {keys.map(({ key, effect }) => (
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

/** A keyboard key. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-w-6 items-center justify-center rounded-sm border border-current/40 px-1 font-sans text-xs leading-5">
      {children}
    </kbd>
  );
}
