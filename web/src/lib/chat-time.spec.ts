import { describe, expect, it } from '@jest/globals';
import { formatChatTime } from './chat-time';

const sent = new Date(2026, 10, 19, 16, 5);
const later = (ms: number) => sent.getTime() + ms;
const DAY_MS = 86_400_000;

// Some ICU versions put a narrow no-break space before AM and PM.
const told = (now: number) => formatChatTime(sent.toISOString(), now).replace(/\s/g, ' ');

describe('the time of a chat message', () => {
  it('is the clock alone while the message is under 24 hours old [CHAT-7]', () => {
    expect(told(later(0))).toBe('4:05 PM');
    expect(told(later(DAY_MS - 1))).toBe('4:05 PM');
  });

  it('has the month and the day from 24 hours on [CHAT-7]', () => {
    expect(told(later(DAY_MS))).toBe('Nov 19, 4:05 PM');
  });

  it('is a dash when it cannot be read', () => {
    expect(formatChatTime('soon', 0)).toBe('–');
  });
});
