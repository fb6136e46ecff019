import { MessageBox } from '@/components/chat/message-box';
import { toast, toastError } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { MESSAGE_DRAFT, useSendMessage } from './queries/use-send-message';

/** The customer's message box. A toast says whether the message was sent (CHAT-2, CHAT-3). */
export function MessageForm() {
  const send = useSendMessage();
  const fail = useFailure();

  const handleSend = (message: string, clear: () => void) => {
    if (message === '') {
      toastError('Message Required', 'Please enter a message');
      return;
    }
    send.mutate(message, {
      onSuccess: () => {
        clear();
        toast({ title: 'Message Sent', description: 'Your message has been sent to our support team' });
      },
      onError: (error) => fail(error, 'Failed to send message'),
    });
  };
  return (
    <MessageBox label="Message" draftName={MESSAGE_DRAFT} isSending={send.isPending} onSend={handleSend} />
  );
}
