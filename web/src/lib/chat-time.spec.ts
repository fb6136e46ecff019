import { afterAll, describe, expect, it } from '@jest/globals';
import { formatChatTime } from './chat-time';
import { setBankTimeZone } from './bank-time-zone';

const sent = new Date(2026, 10, 19, 16, 5);
const later = (ms: number) => sent.getTime() + ms;
const DAY_MS = 86_400_000;

// Some ICU versions put a narrow no-break space before AM and PM.
const format = (now: number) => formatChatTime(sent.toISOString(), now).replace(/\s/g, ' ');

afterAll(() => setBankTimeZone('America/New_York'));

describe('formatChatTime', () => {
  it('shows only the time for a message under 24 hours old [CHAT-7]', () => {
    expect(format(later(0))).toBe('4:05 PM');
    expect(format(later(DAY_MS - 1))).toBe('4:05 PM');
  });

  it('adds the month and the day for a message at least 24 hours old [CHAT-7]', () => {
    expect(format(later(DAY_MS))).toBe('Nov 19, 4:05 PM');
  });

  it('shows the time at the bank and its zone to admins [CHAT-13]', () => {
    setBankTimeZone('Asia/Tokyo');
    const sentAt = '2026-11-20T21:05:00.000Z';
    const formatAfter = (ms: number) =>
      formatChatTime(sentAt, Date.parse(sentAt) + ms, true).replace(/\s/g, ' ');
    expect(formatAfter(DAY_MS - 1)).toBe('6:05 AM GMT+9');
    expect(formatAfter(DAY_MS)).toBe('Nov 21, 6:05 AM GMT+9');
  });

  it('returns a dash for an invalid date', () => {
    expect(formatChatTime('soon', 0)).toBe('–');
  });
});
