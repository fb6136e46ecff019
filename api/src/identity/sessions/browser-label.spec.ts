import { describe, expect, it } from '@jest/globals';
import { browserLabelOf } from './browser-label.js';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('browserLabelOf', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge on Windows',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`,
      'Opera on Linux',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${WEBKIT} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['curl/8.14.1', 'Unknown browser'],
    ['Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9)', 'Unknown browser on Android'],
    ['', 'Unknown browser'],
    [undefined, 'Unknown browser'],
  ])('labels %s as %s [AUTH-20]', (userAgent, label) => {
    expect(browserLabelOf(userAgent)).toBe(label);
  });

  it('never copies text from the request', () => {
    expect(browserLabelOf('<script>alert(1)</script> Firefox/1 alice@moniker.example')).toBe('Firefox');
  });
});
