import { BRAND } from './brand.js';

/** Characters that look like Latin letters but that Unicode does not decompose into them. */
const LOOK_ALIKES: readonly (readonly [letter: string, others: string])[] = [
  ['a', '4@АаΑαᴀɑ'],
  ['b', '8ВвЬьΒβʙ'],
  ['c', 'СсϹϲᴄ'],
  ['d', 'ԀԁᴅđĐ'],
  ['e', '3ЕеΕεᴇє'],
  ['f', 'Ϝꜰƒ'],
  ['g', '9ɢɡ'],
  ['h', 'НнΗʜһ'],
  ['k', 'КкΚκᴋ'],
  ['l', '1|!iІіΙιɪıłŁʟӀӏ'],
  ['m', 'МмΜᴍ'],
  ['n', 'Νηɴոп'],
  ['o', '0ОоΟοᴏøØօσ'],
  ['p', 'РрΡρᴘ'],
  ['r', 'ʀг'],
  ['s', '5$Ѕѕꜱ'],
  ['t', '7ТтΤτᴛ'],
  ['u', 'υᴜμ'],
  ['v', 'νᴠѵ'],
  ['w', 'ᴡԝ'],
  ['x', 'ХхΧχ'],
  ['y', 'УуΥүʏ'],
  ['z', 'Ζᴢ'],
];
const LETTERS: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** Words that sound official. `posesAsBank` says which combinations of them sound like the bank. */
const OFFICIAL = [
  ...[
    'admin',
    'admins',
    'administrator',
    'moderator',
    'operator',
    'bank',
    'banking',
    'official',
    'staff',
    'team',
  ],
  ...[
    'support',
    'help',
    'desk',
    'service',
    'services',
    'customer',
    'care',
    'center',
    'contact',
    'department',
    'dept',
  ],
  ...[
    'security',
    'fraud',
    'abuse',
    'compliance',
    'legal',
    'privacy',
    'kyc',
    'billing',
    'payments',
    'refund',
    'refunds',
  ],
  ...['account', 'accounts', 'alerts', 'notifications', 'verification'],
].map(fold);
const FILLERS = ['the', 'our', 'your', 'my', 'real', 'online', 'of', 'at', 'from'].map(fold);
const BRAND_WORD = fold(BRAND);

/**
 * Matches a string that consists only of the brand, official words and fillers. Compounds of listed words are not
 * listed, so a string matches in only one way and backtracking stays short.
 */
const COMPOSED = new RegExp(`^(?:${[BRAND_WORD, ...OFFICIAL, ...FILLERS].join('|')})+$`);
const HAS_OFFICIAL = new RegExp([BRAND_WORD, ...OFFICIAL].join('|'));
const SINGLE: ReadonlySet<string> = new Set([BRAND_WORD, ...OFFICIAL]);
const IS_OFFICIAL: ReadonlySet<string> = new Set(OFFICIAL);

/**
 * Returns a string in lowercase, with each look-alike character replaced by the letter it resembles, `rn` by `m`, and
 * `vv` by `w`.
 */
export function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const letters = Array.from(plain, (one) => LETTERS.get(one) ?? LETTERS.get(one.toLowerCase()) ?? one);
  return letters.join('').toLowerCase().replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/**
 * Returns a string's possible readings as folded words: with digits read as letters, without digits at the end of
 * words, and without digits at either end of words.
 */
export function readingsOf(text: string): string[][] {
  // Replaces ™ and ℠ with spaces, because NFKC would turn them into letters. Keeps `|`, `!` and `$`, because `fold`
  // replaces them with the letters they stand for.
  const plain = text.replace(/[™℠]/gu, ' ').normalize('NFKC');
  const words = plain.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}|!$]+/u);
  const readings = [
    words,
    words.map((word) => word.replace(/\d+$/, '')),
    words.map((word) => word.replace(/^\d+|\d+$/g, '')),
  ];
  return readings.map((reading) => reading.map(fold).filter((word) => word !== ''));
}

/**
 * Whether a name or moniker sounds like the bank (REG-30, REG-31). Such a text consists only of official words and
 * fillers such as `the`, or contains the brand and an official word. One official word alone does not sound like the
 * bank, because it can be a person's name.
 */
export function posesAsBank(text: string): boolean {
  return readingsOf(text).some((words) => {
    const joined = words.join('');
    if (COMPOSED.test(joined)) return HAS_OFFICIAL.test(joined) && !SINGLE.has(joined);
    const namesBrand = words.some((word) => word.includes(BRAND_WORD) && COMPOSED.test(word));
    return namesBrand && words.some((word) => IS_OFFICIAL.has(word) || isBrandWithRole(word));
  });
}

const isBrandWithRole = (word: string): boolean => word !== BRAND_WORD && COMPOSED.test(word);
