import { useEffect, useRef } from 'react';
import { cn } from '@/lib/cn';
import { chatTime } from './chat-time';
import type { ChatMessage } from './queries/use-chat-messages';

const NEAR_END_PX = 48;

type MessageListProps = { messages: readonly ChatMessage[]; now: number };

/**
 * The conversation, oldest first. It follows the newest message, unless the reader has scrolled back; what the
 * reader writes always comes into view.
 */
export function MessageList({ messages, now }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const newest = messages.at(-1);
  const newestId = newest?.id;
  const isOwn = newest?.isFromUser === true;
  useEffect(() => {
    const element = box.current;
    if (element && (isAtEnd.current || isOwn)) element.scrollTop = element.scrollHeight;
  }, [newestId, isOwn]);
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
  return (
    <div
      ref={box}
      role="log"
      aria-live="polite"
      aria-label="Messages"
      tabIndex={0}
      onScroll={noteScroll}
      className="h-96 overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2 sm:px-6"
    >
      {messages.length === 0 ? (
        <NoMessages />
      ) : (
        <ol className="space-y-4">
          {messages.map((message) => (
            <Message key={message.id} message={message} now={now} />
          ))}
        </ol>
      )}
    </div>
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

function Message({ message, now }: { message: ChatMessage; now: number }) {
  const isOwn = message.isFromUser;
  return (
    <li className={cn('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      {isOwn ? (
        <span className="sr-only">You</span>
      ) : (
        <span className="mb-1 text-xs font-[550] text-ink-2">Support</span>
      )}
      <p
        className={cn(
          'max-w-[85%] rounded-lg border px-3 py-2 text-sm break-words whitespace-pre-wrap sm:max-w-[70%]',
          isOwn ? 'border-transparent bg-accent text-on-accent' : 'border-rule bg-sunken text-ink',
        )}
      >
        {message.message}
      </p>
      <time dateTime={message.createdAt} className="tnum mt-1 text-xs text-ink-3">
        {chatTime(message.createdAt, now)}
      </time>
    </li>
  );
}
