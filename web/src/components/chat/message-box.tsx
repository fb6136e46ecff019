import { CornerDownLeft, SendHorizontal } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { MAX_MESSAGE_LENGTH } from '@moniker/common/text-lengths.js';
import { isBlankText } from '@moniker/common/typed-text.js';
import { cn } from '@/lib/cn';
import { useDraft, useKeptDraft } from '@/lib/drafts';
import { formatCount } from '@/lib/format';
import { isComposing } from '@/lib/is-composing';
import { Button, IconButton } from '../ui/button';
import { Textarea } from '../ui/input';

type MessageBoxProps = {
  label: string;
  /** The key under which unsent text is kept until the next sign-in (AUTH-36). */
  draftName: string;
  isSending: boolean;
  /** Receives the trimmed text, which may be empty. Call `clear` to empty the box after the message was sent. */
  onSend: (message: string, clear: () => void) => void;
};

/** Message input: Enter sends, Shift+Enter adds a line (CHAT-4). Text that is too long is kept, not cut (CHAT-2). */
export function MessageBox({ label, draftName, isSending, onSend }: MessageBoxProps) {
  const kept = useKeptDraft(draftName)?.['text'] ?? '';
  const [text, setText] = useState(kept);
  const hintId = useId();
  const box = useRefocusAfter(isSending);

  useDraft(
    draftName,
    useMemo(() => (text.trim() === '' ? null : { text }), [text]),
  );

  const excess = text.trim().length - MAX_MESSAGE_LENGTH;

  const submit = () => {
    if (!isSending && excess <= 0) onSend(isBlankText(text) ? '' : text.trim(), () => setText(''));
  };
  // Phone keyboards have no Shift+Enter.
  const addLine = () => {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {};
    box.current?.focus();
    box.current?.setRangeText('\n', selectionStart, selectionEnd, 'end');
    setText(box.current?.value ?? text);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms an IME composition; that must not send the message.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };

  return (
    <form onSubmit={onSubmit} data-toasts-above="" className="border-t border-rule px-4 py-4 sm:px-6">
      <div className="flex items-end gap-2">
        <Textarea
          ref={box}
          rows={2}
          name="message"
          aria-label={label}
          aria-describedby={hintId}
          aria-invalid={excess > 0 || undefined}
          placeholder="Type your message..."
          className="resize-none"
          value={text}
          disabled={isSending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          label="New line"
          disabled={isSending}
          onClick={addLine}
          className="hidden pointer-coarse:flex"
        >
          <CornerDownLeft aria-hidden="true" />
        </IconButton>
        <Button type="submit" isBusy={isSending} disabled={isBlankText(text) || excess > 0}>
          {isSending ? null : <SendHorizontal aria-hidden="true" className="size-4" />}
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <p id={hintId} className="mt-2 text-xs text-ink-3">
        Press Enter to send, Shift+Enter for new line
      </p>
      {kept !== '' && text === kept ? (
        <p className="mt-1 text-xs text-ink-3">You wrote this before your session ended.</p>
      ) : null}
      <p role="status" className={cn('text-sm text-danger', excess > 0 && 'mt-2')}>
        {excess > 0
          ? `${formatCount(excess)} ${excess === 1 ? 'character' : 'characters'} too many. The limit is ${formatCount(MAX_MESSAGE_LENGTH)}.`
          : ''}
      </p>
    </form>
  );
}

/** Restores the focus that the box loses while it is disabled. */
function useRefocusAfter(isBusy: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) box.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return box;
}
