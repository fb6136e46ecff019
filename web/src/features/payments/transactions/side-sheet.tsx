import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { iconButtonClass } from '@/components/ui/button';
import { ignoreOwnEscape } from '@/components/ui/ignore-own-escape';
import { restoreFocus } from '@/components/ui/restore-focus';
import { cn } from '@/lib/cn';

type SideSheetProps = { title: string; onClose: () => void; children: ReactNode; foot?: ReactNode };

/** A modal sheet at the right edge, full-screen on phones. It traps the focus and restores it on close. */
export function SideSheet({ title, onClose, children, foot }: SideSheetProps) {
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-fade fixed inset-0 z-40 bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          data-side-sheet=""
          onEscapeKeyDown={ignoreOwnEscape}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(opener);
          }}
          className="animate-fade fixed inset-y-0 right-0 z-50 flex w-full flex-col overflow-y-auto border-rule bg-sheet outline-none sm:max-w-md sm:border-l"
        >
          <div className="flex items-start justify-between gap-4 border-b border-rule px-4 py-3 sm:px-6">
            <Dialog.Title className="min-w-0 pt-2 text-base leading-6 font-semibold">{title}</Dialog.Title>
            <Dialog.Close className={cn(iconButtonClass, '-mr-2')} aria-label="Close">
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div
            role="region"
            aria-label="Details"
            tabIndex={0}
            className="flex-1 overflow-y-auto overscroll-contain px-4 short:flex-none short:overflow-visible py-5 focus-visible:-outline-offset-2 sm:px-6"
          >
            {children}
          </div>
          {foot ? (
            <div className="border-t border-rule px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
              {foot}
            </div>
          ) : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
