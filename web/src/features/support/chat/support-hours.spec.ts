import { describe, expect, it } from '@jest/globals';
import { supportStatus } from './support-hours';

const at = (moment: string) => supportStatus(Date.parse(moment));

describe('supportStatus', () => {
  it.each([
    ['Friday morning', '2026-11-20T14:00:00Z', true, '6:00 PM EST', '2026-11-20T23:00:00Z'],
    ['the last moment of Friday', '2026-11-20T22:59:59Z', true, '6:00 PM EST', '2026-11-20T23:00:00Z'],
    ['Saturday noon', '2026-11-21T17:00:00Z', true, '4:00 PM EST', '2026-11-21T21:00:00Z'],
    ['before it opens', '2026-11-20T13:59:59Z', false, 'today at 9:00 AM EST', '2026-11-20T14:00:00Z'],
    ['Friday evening', '2026-11-20T23:00:00Z', false, 'tomorrow at 10:00 AM EST', '2026-11-21T15:00:00Z'],
    ['Saturday evening', '2026-11-21T21:00:00Z', false, 'on Monday at 9:00 AM EST', '2026-11-23T14:00:00Z'],
    ['Sunday', '2026-11-22T17:00:00Z', false, 'tomorrow at 9:00 AM EST', '2026-11-23T14:00:00Z'],
    [
      'late evening, tomorrow in UTC',
      '2026-11-20T04:30:00Z',
      false,
      'tomorrow at 9:00 AM EST',
      '2026-11-20T14:00:00Z',
    ],
    ['a summer morning', '2026-07-01T13:00:00Z', true, '6:00 PM EST', '2026-07-01T22:00:00Z'],
    [
      'the evening of the day on which clocks change',
      '2026-03-08T23:00:00Z',
      false,
      'tomorrow at 9:00 AM EST',
      '2026-03-09T13:00:00Z',
    ],
  ])('says when support answers: %s [CHAT-12]', (_name, moment, isOpen, label, changesAt) => {
    expect(at(moment)).toEqual({ isOpen, label, changesAt: Date.parse(changesAt) });
  });
});
