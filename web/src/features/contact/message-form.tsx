import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Textarea } from '@/components/ui/input';
import { messageOf } from '@/lib/api/api-error';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { MESSAGE_LENGTH_MAX } from './constants';
import { useSendMessage } from './queries/use-send-message';

/** The box for a message: Enter sends, Shift+Enter starts a line (spec.md §2, Contact support; §5, Chat). */
export function MessageForm() {
  const [text, setText] = useState('');
  const send = useSendMessage();
  const expire = useSessionExpiry();
  const hintId = useId();
  const box = useFocusAfter(send.isPending);

  const submit = () => {
    if (send.isPending) return;
    const message = text.trim();
    if (message === '') {
      toast({ title: 'Message Required', description: 'Please enter a message', variant: 'destructive' });
      return;
    }
    send.mutate(message, {
      onSuccess: () => {
        setText('');
        toast({ title: 'Message Sent', description: 'Your message has been sent to our support team' });
      },
      onError: (error) => {
        if (expire(error)) return;
        const description = messageOf(error, 'Failed to send message');
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    });
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
          aria-label="Message"
          aria-describedby={hintId}
          placeholder="Type your message..."
          maxLength={MESSAGE_LENGTH_MAX}
          className="resize-none"
          value={text}
          disabled={send.isPending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" isBusy={send.isPending} disabled={text.trim() === ''}>
          {send.isPending ? null : <SendHorizontal aria-hidden="true" className="size-4" />}
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
