import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Button } from '../ui/button';
import { Textarea } from '../ui/input';

/** The longest message that the server takes. */
const MESSAGE_LENGTH_MAX = 4_000;

type MessageBoxProps = {
  label: string;
  isSending: boolean;
  /** Gets the trimmed text, also where nothing is left of it; `clear` empties the box once it is sent. */
  onSend: (message: string, clear: () => void) => void;
};

/** The box for a message: Enter sends, Shift+Enter starts a line (spec.md §2, Contact support; §5, Chat). */
export function MessageBox({ label, isSending, onSend }: MessageBoxProps) {
  const [text, setText] = useState('');
  const hintId = useId();
  const box = useFocusAfter(isSending);

  const submit = () => {
    if (!isSending) onSend(text.trim(), () => setText(''));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character, which is no wish to send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form onSubmit={onSubmit} className="border-t border-rule px-4 py-4 sm:px-6">
      <div className="flex items-end gap-2">
        <Textarea
          ref={box}
          rows={2}
          name="message"
          aria-label={label}
          aria-describedby={hintId}
          placeholder="Type your message..."
          maxLength={MESSAGE_LENGTH_MAX}
          className="resize-none"
          value={text}
          disabled={isSending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" isBusy={isSending} disabled={text.trim() === ''}>
          {isSending ? null : <SendHorizontal aria-hidden="true" className="size-4" />}
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <p id={hintId} className="mt-2 text-xs text-ink-3">
        Press Enter to send, Shift+Enter for new line
      </p>
    </form>
  );
}

/** Gives the box the focus back that it lost while it was disabled. */
function useFocusAfter(isBusy: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) box.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return box;
}
