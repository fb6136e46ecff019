import { Card, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge } from '@/components/ui/status-badge';
import { MessageForm } from './message-form';
import { MessageList } from './message-list';
import { useChatMessages } from './queries/use-chat-messages';

/** The conversation with support and the box to write into (spec.md §2, Contact support). */
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
        {chat.data ? <MessageList messages={chat.data} now={chat.dataUpdatedAt} /> : null}
      </div>
      <MessageForm />
    </Card>
  );
}

function MessagesSkeleton() {
  return (
    <div role="status" className="h-96 space-y-4 px-4 py-4 sm:px-6">
      <span className="sr-only">Loading messages</span>
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="ml-auto h-10 w-1/2" />
      <Skeleton className="h-16 w-2/3" />
    </div>
  );
}
