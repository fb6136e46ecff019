import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { MessageBox } from '@/components/chat/message-box';
import { MessageList } from '@/components/chat/message-list';
import { MessagesSkeleton } from '@/components/chat/messages-skeleton';
import { IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { errorMessage } from '@/lib/api/api-error';
import type { Conversation } from '@/lib/api/types';
import { toast } from '@/lib/toast';
import { LoadMore } from '../load-more';
import { personName } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { useConversation } from './queries/use-conversation';
import { useMarkRead } from './queries/use-mark-read';
import { replyDraft, useReply } from './queries/use-reply';

type ConversationPanelProps = {
  userId: string;
  /** Null if the URL names a user whose conversation is not in the loaded list. */
  user: Conversation['user'] | null;
  onBack: () => void;
};

/** One customer's conversation, with a reply box. Opening a conversation marks it as read. */
export function ConversationPanel({ userId, user, onBack }: ConversationPanelProps) {
  const chat = useConversation(userId);
  const heading = useFocusOnPhones();
  const name = user ? personName(user) : 'Customer';
  const messages = chat.rows && [...chat.rows].reverse();
  useMarkRead(userId, chat.rows?.find(({ isFromUser }) => isFromUser)?.id);
  return (
    <Card aria-label={`Conversation with ${name}`} className="overflow-hidden">
      <div className="flex items-center gap-2 border-b border-rule px-2 py-2 sm:px-6 sm:py-3">
        <IconButton label="Back to conversations" className="lg:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="scroll-mt-24 truncate font-semibold">
            {name}
          </h3>
          {user ? <p className="truncate text-sm text-ink-3">{user.email}</p> : null}
        </div>
      </div>
      {messages === undefined && !chat.isError ? <MessagesSkeleton /> : null}
      {messages === undefined && chat.isError ? (
        <div className="p-4 sm:px-6">
          <ErrorState title="We couldn't load the messages." onRetry={chat.refetch} />
        </div>
      ) : null}
      {messages ? (
        <MessageList
          messages={messages}
          now={chat.updatedAt}
          side="support"
          otherName={name}
          empty={<p className="text-sm text-ink-3">No messages yet.</p>}
          earlier={<LoadMore list={chat} label="Load earlier" size="sm" className="mb-4" />}
        />
      ) : null}
      <ReplyBox userId={userId} />
    </Card>
  );
}

/** On phones the conversation replaces the list, so move the focus to it. */
function useFocusOnPhones() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (window.matchMedia('(min-width: 64rem)').matches) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return heading;
}

function ReplyBox({ userId }: { userId: string }) {
  const reply = useReply(userId);
  const fail = useAdminFailure();
  const onSend = (message: string, clear: () => void) => {
    if (message === '') return;
    reply.mutate(message, {
      onSuccess: () => {
        clear();
        toast({ title: 'Reply sent successfully' });
      },
      onError: (error) => fail(error, errorMessage(error, 'Failed to send reply')),
    });
  };
  return (
    <MessageBox label="Reply" draftName={replyDraft(userId)} isSending={reply.isPending} onSend={onSend} />
  );
}
