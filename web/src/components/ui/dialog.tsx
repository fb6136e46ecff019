import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useRef, type ReactNode, type RefObject } from 'react';
import { cn } from '@/lib/cn';
import { iconButtonClass } from './button';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  width?: 'md' | 'lg';
  /** Takes the whole height of a phone, for what changes its height while it is used. */
  isTall?: boolean;
  /** What takes the focus when it opens, where that is not the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What happens to the focus when it closes, in place of going back to where it was. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
};

/** A modal sheet: centred on desks, at the foot of the screen on phones. Focus stays inside it, and goes back after it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  width = 'md',
  isTall = false,
  initialFocus,
  onCloseAutoFocus,
  children,
}: DialogProps) {
  // These dialogs have no trigger of their own, so where the focus goes back to is kept here.
  const opener = useRef<Element | null>(null);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Primitive.Portal>
        {/* On the level of the sheets, so that the veil of a second dialog lies over the first one. */}
        <Primitive.Overlay className="animate-fade fixed inset-0 z-50 bg-overlay" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            if (event.defaultPrevented) return;
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
          }}
          onEscapeKeyDown={leaveToOpenList}
          className={cn(
            'animate-rise fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border border-rule bg-sheet',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg',
            width === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-lg',
            isTall && 'h-dvh max-h-dvh max-sm:rounded-none sm:h-[min(34rem,80dvh)]',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-rule px-4 py-3 sm:px-6 sm:py-4">
            <div className="flex min-h-11 min-w-0 flex-col justify-center md:min-h-10">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description ? (
                <Primitive.Description className="mt-0.5 text-sm text-ink-3">
                  {description}
                </Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close className={cn(iconButtonClass, '-mr-2')} aria-label="Close">
              <X aria-hidden="true" />
            </Primitive.Close>
          </div>
          <div className="overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 sm:py-5">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** In a field whose list is open and which closes it by Escape itself, Escape is not for the dialog. */
function leaveToOpenList(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.matches('[data-own-escape][aria-expanded="true"]'))
    event.preventDefault();
}

/** The row of buttons that ends a dialog's form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
