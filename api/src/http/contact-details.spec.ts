import { describe, expect, it } from '@jest/globals';
import { hasLink, hasPhoneNumber } from './contact-details.js';

describe('hasPhoneNumber', () => {
  it.each([
    'Call 415-555-0199',
    'Call (415) 555 0199',
    'Call +1.415.555.0199 now',
    '4155550199',
    '555-0199',
    '5 5 5 0 1 9 9',
    'Call ４１５５５５０１９９',
    'Call ٤١٥٥٥٥٠١٩٩',
    '415\u200b555\u200b0199',
    '415–555–0199',
    'Call 1-800-MONIKER',
    'Call 888 BANKING',
  ])('finds a number in %s [DASH-30]', (text) => {
    expect(hasPhoneNumber(text)).toBe(true);
  });

  it.each([
    "Here's your account overview",
    'Reviewed by 2026-11-25',
    'Reviewed by 11/25/2026',
    'You have $1,234,567.00',
    'Within 24 hours, 9 to 5',
    'Suite 800, 2 rooms',
    'John 3rd',
  ])('finds no number in %s [DASH-30]', (text) => {
    expect(hasPhoneNumber(text)).toBe(false);
  });
});

describe('hasLink', () => {
  it.each([
    'https://evil.example',
    'HXXP://evil',
    'www.evil',
    'Visit evil.example today',
    'help@evil.example',
    'evil。example',
    'evil．example',
    'evil.\u200bexample',
  ])('finds a link in %s [DASH-30]', (text) => {
    expect(hasLink(text)).toBe(true);
  });

  it.each(['Your application is being reviewed. Thank you.', 'Balance: $1.50', 'e.g. today', 'Wait...'])(
    'finds no link in %s [DASH-30]',
    (text) => {
      expect(hasLink(text)).toBe(false);
    },
  );
});
