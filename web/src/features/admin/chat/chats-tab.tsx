import { flushSync } from 'react-dom';
import { cn } from '@/lib/cn';
import { useUrlFilters } from '@/lib/list/use-url-filters';
import { SearchFilter } from '../list-filters';
import { ConversationList, conversationRowId } from './conversation-list';
import { ConversationPanel } from './conversation-panel';
import { useConversations } from './queries/use-conversations';

/** The User Chats tab (CHAT-8): list and conversation side by side, one at a time on phones. */
export function ChatsTab() {
  const { filters, set, bind } = useUrlFilters(['search', 'chat']);
  const list = useConversations(filters.search);
  const openId = filters.chat;
  const user = list.rows?.find(({ userId }) => userId === openId)?.user ?? null;
  const goBack = () => {
    flushSync(() => set({ chat: '' }));
    document.getElementById(conversationRowId(openId))?.focus();
  };
  return (
    <section aria-label="User Chats">
      <div className={cn('mb-4', openId && 'max-lg:sr-only')}>
        <h2 className="text-lg font-semibold">User Chats</h2>
        <p className="text-sm text-ink-3">One conversation per customer.</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6">
        <div className={cn('min-w-0 space-y-3', openId && 'max-lg:hidden')}>
          <SearchFilter label="Search customers" className="sm:w-full" {...bind('search')} />
          <ConversationList
            list={list}
            openId={openId}
            isFiltered={filters.search !== ''}
            onOpen={(chat) => set({ chat })}
          />
        </div>
        {openId ? (
          <ConversationPanel key={openId} userId={openId} user={user} onBack={goBack} />
        ) : (
          <p className="rounded-lg border border-dashed border-rule px-6 py-16 text-center text-sm text-ink-3 max-lg:hidden">
            Select a conversation to read and reply.
          </p>
        )}
      </div>
    </section>
  );
}
