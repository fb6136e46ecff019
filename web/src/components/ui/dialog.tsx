import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';
import { cn } from '@/lib/cn';
import { Button, iconButtonClass } from './button';
import { ignoreOwnEscape } from './ignore-own-escape';
import { restoreFocus } from './restore-focus';
import { useCloseOnBack } from './use-close-on-back';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  width?: 'md' | 'lg';
  /** Fills a phone's screen and has a fixed height elsewhere, for content whose height changes during use. */
  isTall?: boolean;
  /**
   * Whether to ask for confirmation if closing would discard input (UI-23). False if the input is not worth keeping,
   * as in a search.
   */
  guardsInput?: boolean;
  /** The element that gets the focus when the dialog opens; defaults to the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Called on close, before the focus returns to the opener; call `preventDefault` to move the focus elsewhere. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
};

/**
 * A modal dialog: centered on desktops, at the bottom on phones. Traps the focus and restores it on close. Asks before
 * discarding input, whether the user presses Escape, clicks outside the dialog, uses the close button or, on a phone,
 * goes back.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  width = 'md',
  isTall = false,
  guardsInput = true,
  initialFocus,
  onCloseAutoFocus,
  children,
}: DialogProps) {
  // These dialogs have no Radix trigger, so remember the element to which the focus returns.
  const opener = useRef<Element | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const input = useUnsavedInput();
  const requestClose = () => {
    if (guardsInput && input.hasChanged()) setIsAsking(true);
    else onClose();
  };
  useCloseOnBack(isOpen, requestClose);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => (next ? undefined : requestClose())}>
      <Primitive.Portal>
        {/* Same z-index as the content, so the overlay of a second dialog covers the first dialog. */}
        <Primitive.Overlay className="animate-fade fixed inset-0 z-50 bg-overlay" />
        <Primitive.Content
          data-toasts-above=""
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            if (event.defaultPrevented) return;
            event.preventDefault();
            restoreFocus(opener.current);
          }}
          onEscapeKeyDown={ignoreOwnEscape}
          onFocus={input.noteFocus}
          className={cn(
            'animate-rise fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-5.5rem)] flex-col rounded-t-lg border border-rule bg-sheet',
            'sm:inset-x-auto sm:max-h-[92dvh] sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg',
            width === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-lg',
            'short:top-auto! short:bottom-0! short:max-h-dvh! short:translate-y-0! short:overflow-y-auto',
            isTall && 'h-dvh max-sm:max-h-dvh max-sm:rounded-none sm:h-[min(34rem,80dvh)]',
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
          {/* The padding is on an inner element, because browsers place sticky content differently in a padded
              scrolling box. */}
          <div className="overflow-y-auto overscroll-contain tall:scroll-pb-36 short:overflow-visible">
            <div className="p-4 sm:px-6 sm:py-5">{children}</div>
          </div>
          {isAsking ? <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={onClose} /> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Tracks whether a control's value has changed since it first received focus. Ignores controls that were removed, such
 * as those of a saved form.
 */
function useUnsavedInput() {
  const initialValues = useRef(new Map<TextControl, string>());
  const noteFocus = ({ target, currentTarget }: FocusEvent) => {
    // Focus events of nested dialogs bubble through the React tree.
    if (!isTextControl(target) || !currentTarget.contains(target)) return;
    if (!initialValues.current.has(target)) initialValues.current.set(target, target.value);
  };
  const hasChanged = () =>
    [...initialValues.current].some(([control, value]) => control.isConnected && control.value !== value);
  return { noteFocus, hasChanged };
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextControl(target: EventTarget): target is TextControl {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

type DiscardQuestionProps = { onKeep: () => void; onDiscard: () => void };

function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      initialFocus={keep}
      onClose={onKeep}
      title="Discard your changes?"
      description="What you've entered isn't saved yet."
    >
      <DialogActions isFirst>
        <Button ref={keep} variant="secondary" onClick={onKeep}>
          Keep Editing
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type DialogActionsProps = {
  /** Whether the buttons are the dialog's only content. */
  isFirst?: boolean;
  children: ReactNode;
};

/** The buttons at the end of a dialog's form. They stay in view while a long form scrolls behind them. */
export function DialogActions({ isFirst = false, children }: DialogActionsProps) {
  return (
    <div
      className={cn(
        'flex flex-col-reverse gap-2 sm:flex-row sm:justify-end',
        !isFirst &&
          '-mx-4 mt-6 -mb-4 border-t border-rule bg-sheet p-4 sm:-mx-6 sm:-mb-5 sm:rounded-b-lg sm:px-6 tall:sticky tall:bottom-0 tall:shadow-foot',
      )}
    >
      {children}
    </div>
  );
}

type FormActionsProps = {
  submitLabel: string;
  variant?: 'primary' | 'danger';
  isBusy: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
};

/** Cancel and submit, at the end of a dialog's form. */
export function FormActions({
  submitLabel,
  variant = 'primary',
  isBusy,
  isDisabled = false,
  onCancel,
}: FormActionsProps) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={variant} isBusy={isBusy} disabled={isDisabled}>
        {submitLabel}
      </Button>
    </DialogActions>
  );
}
