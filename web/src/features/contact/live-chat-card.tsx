import { MessageList } from '@/components/chat/message-list';
import { MessagesSkeleton } from '@/components/chat/messages-skeleton';
import { Card, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Badge } from '@/components/ui/status-badge';
import { MessageForm } from './message-form';
import { useChatMessages } from './queries/use-chat-messages';

/** The conversation with support and the message box (CHAT-5). */
export function LiveChatCard() {
  const chat = useChatMessages();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Live Chat"
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
            <ErrorState title="Your messages could not be loaded." onRetry={() => void chat.refetch()} />
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

function NoMessages() {
  return (
    <div className="flex h-full flex-col items-center justify-center text-center">
      <p className="font-semibold">Start a conversation</p>
      <p className="mt-1 text-sm text-ink-2">Send us a message and we'll get back to you soon!</p>
    </div>
  );
}
