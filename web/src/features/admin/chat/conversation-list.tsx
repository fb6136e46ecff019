import { ChatTime } from '@/components/chat/chat-time';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { Conversation } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import type { PagedList } from '@/lib/list/use-paged-list';
import { LoadMore } from '../load-more';
import { personName } from '../person';
import { CountBadge } from '../count-badge';

/** Length of the message preview (CHAT-8). */
const PREVIEW_LENGTH = 30;

type ConversationListProps = {
  list: PagedList<Conversation>;
  openId: string;
  isFiltered: boolean;
  onOpen: (userId: string) => void;
};

/** Conversations, most recent message first, in a scrolling box. */
export function ConversationList({ list, openId, isFiltered, onOpen }: ConversationListProps) {
  const { rows } = list;
  if (rows === undefined && list.isError) {
    return <ErrorState title="We couldn't load the conversations." onRetry={list.refetch} />;
  }
  if (rows === undefined) return <ConversationSkeletons />;
  if (rows.length === 0) {
    return <EmptyState title={isFiltered ? 'No conversations match your search' : 'No conversations yet'} />;
  }
  return (
    <div className="max-h-[34rem] overflow-y-auto overscroll-contain rounded-lg border border-rule bg-sheet">
      <ul aria-label="Conversations" className="divide-y divide-rule">
        {rows.map((row) => (
          <li key={row.userId}>
            <ConversationRow
              conversation={row}
              now={list.updatedAt}
              isOpen={row.userId === openId}
              onOpen={() => onOpen(row.userId)}
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} size="sm" className="border-t border-rule p-3" />
    </div>
  );
}

/** The DOM id of a row, used to restore the focus. */
export function conversationRowId(userId: string): string {
  return `chat-${userId}`;
}

type ConversationRowProps = { conversation: Conversation; now: number; isOpen: boolean; onOpen: () => void };

function ConversationRow({ conversation, now, isOpen, onOpen }: ConversationRowProps) {
  const { user, lastMessage, unreadCount } = conversation;
  return (
    <button
      type="button"
      id={conversationRowId(conversation.userId)}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
      className={cn(
        'block w-full px-4 py-3 text-left text-sm transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2',
        isOpen && 'bg-accent-soft',
      )}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className={cn('min-w-0 truncate', unreadCount > 0 ? 'font-semibold' : 'font-[550]')}>
          {personName(user)}
        </span>
        <ChatTime value={lastMessage.createdAt} now={now} isAtBank className="shrink-0 text-xs text-ink-3" />
      </span>
      <span className="mt-0.5 flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-ink-3">
          {lastMessage.isFromUser ? '' : 'You: '}
          {messagePreview(lastMessage.message)}
        </span>
        <CountBadge count={unreadCount} noun="unread" />
      </span>
    </button>
  );
}

function messagePreview(message: string): string {
  // By code points, so no surrogate pair is split.
  const characters = Array.from(message.replaceAll(/\s+/g, ' '));
  return characters.length > PREVIEW_LENGTH
    ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…`
    : characters.join('');
}

function ConversationSkeletons() {
  return (
    <div role="status" className="space-y-3 rounded-lg border border-rule bg-sheet p-4">
      <span className="sr-only">Loading conversations</span>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  );
}
