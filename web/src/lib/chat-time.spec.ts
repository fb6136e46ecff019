import { describe, expect, it } from '@jest/globals';
import { formatChatTime } from './chat-time';

const sent = new Date(2026, 10, 19, 16, 5);
const later = (ms: number) => sent.getTime() + ms;
const DAY_MS = 86_400_000;

// Some ICU versions put a narrow no-break space before AM and PM.
const format = (now: number) => formatChatTime(sent.toISOString(), now).replace(/\s/g, ' ');

describe('formatChatTime', () => {
  it('shows only the time for a message under 24 hours old [CHAT-7]', () => {
    expect(format(later(0))).toBe('4:05 PM');
    expect(format(later(DAY_MS - 1))).toBe('4:05 PM');
  });

  it('adds the month and the day for a message at least 24 hours old [CHAT-7]', () => {
    expect(format(later(DAY_MS))).toBe('Nov 19, 4:05 PM');
  });

  it('returns a dash for an invalid date', () => {
    expect(formatChatTime('soon', 0)).toBe('–');
  });
});
