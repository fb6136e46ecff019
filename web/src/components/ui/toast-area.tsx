import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '@/lib/cn';
import { TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD_PX } from '@/lib/constants';
import { dismissToast, useToast } from '@/lib/toast';

function subscribeToViewport(notify: () => void): () => void {
  window.visualViewport?.addEventListener('resize', notify);
  return () => window.visualViewport?.removeEventListener('resize', notify);
}

/** A keyboard covers at least this much of the window's height. A smaller loss of visible height comes from zooming. */
const MIN_KEYBOARD_PX = 100;

/** How much of the window a phone's keyboard covers. */
function keyboardHeight(): number {
  const { visualViewport, innerHeight } = window;
  const covered = Math.round(innerHeight - (visualViewport?.height ?? innerHeight));
  return covered < MIN_KEYBOARD_PX ? 0 : covered;
}

/**
 * Shows one toast for 5 s. A swipe to the right dismisses it, and F8 focuses it (UI-9, UI-10). The position of the area
 * leaves titles and amounts visible (UI-22). The area is:
 * - at the bottom while a side sheet is open, beside it or above its last button
 * - on phones, above the bottom tabs and the keyboard (UI-68), unless other controls, such as a dialog's buttons,
 *   are in that place
 * - otherwise, over the top bar
 *
 * On phones, a toast's text starts on the same line as its title. Otherwise, a toast at the top could be tall enough to
 * cover the page title.
 */
export function ToastArea() {
  const message = useToast();
  const keyboard = useSyncExternalStore(subscribeToViewport, keyboardHeight);
  return (
    // A pointer or focus on one toast pauses the timers of all toasts of its provider. If a toast is removed while the
    // pointer is over it, the timers stay paused. So toasts after a dismissed one get a new provider.
    <Primitive.Provider
      key={message?.seriesId}
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {message ? <ToastCard key={message.id} message={message} /> : null}
      {/* An open dialog hides the rest of the page from assistive technology, except elements with `aria-live`. */}
      {createPortal(
        <div aria-live="off">
          <Primitive.Viewport
            hotkey={['F8']}
            {...(keyboard > 0 && { style: { bottom: keyboard } })}
            className={cn(
              'fixed inset-x-0 top-0 z-60 m-0 flex h-fit list-none flex-col rounded-lg p-1.5 focus-visible:-outline-offset-4 print:hidden sm:right-0 sm:left-auto sm:w-96 sm:p-2',
              'max-sm:tall:[body:has([data-foot-tabs]):not(:has([data-toasts-above]))_&]:top-auto',
              'max-sm:tall:[body:has([data-foot-tabs]):not(:has([data-toasts-above]))_&]:bottom-[calc(4rem+env(safe-area-inset-bottom))]',
              '[body:has([data-side-sheet])_&]:top-auto [body:has([data-side-sheet])_&]:bottom-16 lg:[body:has([data-side-sheet])_&]:right-112 lg:[body:has([data-side-sheet])_&]:bottom-0',
            )}
          />
        </div>,
        document.body,
      )}
    </Primitive.Provider>
  );
}

function ToastCard({ message }: { message: NonNullable<ReturnType<typeof useToast>> }) {
  const isDestructive = message.variant === 'destructive';
  const Icon = isDestructive ? CircleAlert : CircleCheck;
  return (
    <Primitive.Root
      open={message.isOpen}
      onOpenChange={(isOpen) => (isOpen ? undefined : dismissToast(message.id))}
      type="foreground"
      data-variant={message.variant ?? 'default'}
      className={cn(
        'pointer-events-auto flex items-start gap-3 rounded-lg border bg-sheet py-2.5 pr-2 pl-4 shadow-(--toast-shadow) sm:py-3',
        isDestructive ? 'border-danger-rule' : 'border-rule-strong',
        'data-[state=open]:animate-[toast-in_var(--motion)_var(--ease)] data-[state=closed]:animate-[toast-out_var(--motion-fast)_forwards]',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        'data-[swipe=end]:animate-[swipe-out_var(--motion)_forwards]',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn('mt-0.5 size-[1.125rem] shrink-0', isDestructive ? 'text-danger' : 'text-accent')}
      />
      <div className="min-w-0 flex-1 text-sm text-balance">
        <Primitive.Title className={cn('font-semibold max-sm:inline', isDestructive && 'text-danger')}>
          {message.title}
        </Primitive.Title>
        {message.description ? (
          <>
            <span aria-hidden="true" className="mx-1 text-ink-3 sm:hidden">
              ·
            </span>
            <Primitive.Description className="text-ink-2 max-sm:inline sm:mt-0.5">
              {message.description}
            </Primitive.Description>
          </>
        ) : null}
        {message.actions ? (
          <div className="-mx-2 -mb-1 flex flex-wrap gap-x-2">
            {message.actions.map(({ label, run }) => (
              <Primitive.Action
                key={label}
                altText={label}
                onClick={run}
                className="min-h-9 rounded-md px-2 font-[550] text-accent hover:bg-hover"
              >
                {label}
              </Primitive.Action>
            ))}
          </div>
        ) : null}
      </div>
      <Primitive.Close
        aria-label="Dismiss notification"
        // Keeps the focus where it is, such as in a form, when the mouse dismisses the toast.
        onMouseDown={(event) => event.preventDefault()}
        className="-my-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Primitive.Close>
    </Primitive.Root>
  );
}
