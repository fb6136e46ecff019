/** The first match wins: most browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
];

/** The first match wins: Android also says Linux, and iPhones also say Mac OS X. */
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than any real browser's User-Agent; the rest is ignored. */
const MAX_READ_LENGTH = 512;

/**
 * Describes a User-Agent in a few words, such as “Chrome on Windows” (AUTH-20). The result is one of a fixed set of
 * texts, so nothing a browser sends is stored or shown.
 */
export function browserLabelOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_READ_LENGTH);
  const browser = firstMatch(BROWSERS, text);
  const system = firstMatch(SYSTEMS, text);
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function firstMatch(marks: typeof BROWSERS, text: string): string | undefined {
  return marks.find(([mark]) => mark.test(text))?.[1];
}
