import { MessageList } from '@/components/chat/message-list';
import { MessagesSkeleton } from '@/components/chat/messages-skeleton';
import { TimeText } from '@/components/time/time-text';
import { Card, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Badge } from '@/components/ui/status-badge';
import { localTimeNote } from '@/lib/time/bank-time';
import { useNow } from '@/lib/time/use-now';
import { MessageForm } from './message-form';
import { useChatMessages } from './queries/use-chat-messages';
import { supportStatus } from './support-hours';

/** The conversation with support and the message box (CHAT-5). */
export function LiveChatCard() {
  const chat = useChatMessages();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Live Chat"
        description={<AnswerTime />}
        action={
          <Badge tone="positive">
            <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
            Online
          </Badge>
        }
      />
      <div className="mt-4 border-t border-rule">
        {chat.isPending ? <MessagesSkeleton /> : null}
        {chat.isError && !chat.data ? (
          <div className="px-4 py-4 sm:px-6">
            <ErrorState title="We couldn't load your messages." onRetry={() => void chat.refetch()} />
          </div>
        ) : null}
        {chat.data ? (
          <MessageList
            messages={chat.data}
            now={chat.dataUpdatedAt}
            side="customer"
            otherName="Support"
            empty={<NoMessages />}
          />
        ) : null}
      </div>
      <MessageForm />
    </Card>
  );
}

/** Says when support answers messages (CHAT-12). The badge says only that messages can be sent. */
function AnswerTime() {
  const { isOpen, changesAt, label } = supportStatus(useNow());
  const value = new Date(changesAt).toISOString();
  const note = localTimeNote(value);
  return (
    <>
      {isOpen ? 'Support is available until ' : 'Support is back '}
      <TimeText value={value} notes={note === null ? [] : [note]}>
        {label}
      </TimeText>
      .
    </>
  );
}

function NoMessages() {
  return (
    <div className="flex h-full flex-col items-center justify-center text-center">
      <p className="font-semibold">Start a conversation</p>
      <p className="mt-1 text-sm text-ink-2">Send us a message and we'll get back to you soon!</p>
    </div>
  );
}
