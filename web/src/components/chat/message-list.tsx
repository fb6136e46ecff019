import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { ChatMessage } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { ChatTime } from './chat-time';

const NEAR_END_PX = 48;

/** Leaves room for the message box on a phone, even if the line about support hours wraps. */
export const LIST_HEIGHT = 'h-[clamp(11rem,100dvh-32.5rem,24rem)] sm:h-96';

type MessageListProps = {
  messages: readonly ChatMessage[];
  now: number;
  /** The reader's side, whose messages are aligned right. */
  side: 'customer' | 'support';
  /** Name shown for the other side. */
  otherName: string;
  /** Shown when there are no messages. */
  empty: ReactNode;
  /** Shown above the first message. */
  earlier?: ReactNode;
};

/**
 * A conversation, oldest message first. Scrolls to a new message unless the reader has scrolled up; the reader's own
 * messages always scroll into view. Loading earlier messages keeps the scroll position.
 */
export function MessageList({ messages, now, side, otherName, empty, earlier }: MessageListProps) {
  const newest = messages.at(-1);
  const isOwn = (message: ChatMessage) => message.isFromUser === (side === 'customer');
  const { box, noteScroll } = useStickToNewest(messages[0]?.id, newest?.id, newest ? isOwn(newest) : false);
  return (
    <div
      ref={box}
      role="log"
      aria-live="polite"
      aria-label="Messages"
      tabIndex={0}
      onScroll={noteScroll}
      className={cn(
        LIST_HEIGHT,
        'relative overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-6',
      )}
    >
      {messages.length === 0 ? (
        empty
      ) : (
        <>
          {earlier}
          <ol className="space-y-4">
            {messages.map((message) => (
              <Message
                key={message.id}
                message={message}
                now={now}
                isAtBank={side === 'support'}
                isOwn={isOwn(message)}
                otherName={otherName}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** Keeps the list at the newest message, or at the position to which the reader has scrolled. */
function useStickToNewest(oldestId: string | undefined, newestId: string | undefined, isOwn: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (!isAtEnd.current) element.scrollTop += element.scrollHeight - height.current;
  }, [oldestId]);
  useEffect(() => {
    const element = box.current;
    if (element && (isAtEnd.current || isOwn)) element.scrollTop = element.scrollHeight;
  }, [newestId, isOwn]);
  useLayoutEffect(() => {
    height.current = box.current?.scrollHeight ?? 0;
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const noteScroll = () => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
  };
  return { box, noteScroll };
}

type MessageProps = {
  message: ChatMessage;
  now: number;
  isAtBank: boolean;
  isOwn: boolean;
  otherName: string;
};

function Message({ message, now, isAtBank, isOwn, otherName }: MessageProps) {
  return (
    <li className={cn('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      {isOwn ? (
        <span className="sr-only">You</span>
      ) : (
        <span className="mb-1 text-xs font-[550] text-ink-2">{otherName}</span>
      )}
      <p
        dir="auto"
        className={cn(
          'max-w-[85%] rounded-lg border px-3 py-2 text-sm break-words whitespace-pre-wrap sm:max-w-[70%]',
          isOwn ? 'border-transparent bg-accent text-on-accent' : 'border-rule bg-sunken text-ink',
        )}
      >
        {message.message}
      </p>
      <ChatTime value={message.createdAt} now={now} isAtBank={isAtBank} className="mt-1 text-xs text-ink-3" />
    </li>
  );
}
