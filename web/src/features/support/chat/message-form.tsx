import { MessageBox } from '@/components/chat/message-box';
import { messageOf } from '@/lib/api/api-error';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { MESSAGE_DRAFT, useSendMessage } from './queries/use-send-message';

/** The customer's message box, with its toasts (CHAT-2, CHAT-3). */
export function MessageForm() {
  const send = useSendMessage();
  const expire = useSessionExpiry();

  const handleSend = (message: string, clear: () => void) => {
    if (message === '') {
      toast({ title: 'Message Required', description: 'Please enter a message', variant: 'destructive' });
      return;
    }
    send.mutate(message, {
      onSuccess: () => {
        clear();
        toast({ title: 'Message Sent', description: 'Your message has been sent to our support team' });
      },
      onError: (error) => {
        if (expire(error)) return;
        const description = messageOf(error, 'Failed to send message');
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    });
  };
  return (
    <MessageBox label="Message" draftName={MESSAGE_DRAFT} isSending={send.isPending} onSend={handleSend} />
  );
}
