import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './paths.js';

const FOLDERS = ['.', 'api/src', 'common/src', 'docs', 'infra', 'web/src'];
/** Not checked: installed packages, generated files, migrations (never edited) and tests (may quote any text). */
const SKIPPED = /node_modules|\/migrations\/|\.(spec|fixtures|generated)\.ts$/;

/** Allowed: texts and values from the specification, names that are stored, and words that users may type. */
const VERBATIM =
  /You are logged out\. Logging in again|Session expired\. Please log in again|transfer-cancelled|'log out sign out leave'|(['"`])cancelled\1|\bcancelled: |Cancelled\b|cancelled"failed/g;

const INSTEAD_OF: Readonly<Record<string, RegExp>> = {
  canceled: /\bcancell(?:ed|ing)\b/i,
  email: /\be-mail/i,
  'sign in, sign out': /\blogged (?:in|out)\b|\blogging (?:in|out)\b|\blog out\b|\bplease log in\b/i,
  'someone, anyone': /\b(?:somebody|anybody|whoever)\b/i,
  'words in American spelling':
    /\b(?:behaviour|colour(?!s: )|favour|licence|centre|labelled(?!by)|(?:normal|organ|recogn|author)is(?:e|ed|ing|ation)\b)/i,
};

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(?:md|tsx?|mjs)$/.test(name) && !SKIPPED.test(name)),
);
const TEXTS = FILES.map((name) => ({
  name,
  // Documents may wrap lines anywhere, even inside quoted texts.
  text: readFileSync(path.join(ROOT, name), 'utf8').replaceAll(/\s+/g, ' ').replaceAll(VERBATIM, ''),
}));

describe('our texts and documents', () => {
  it.each(Object.entries(INSTEAD_OF))('say “%s” [WORD-1]', (_word, pattern) => {
    const wrong = TEXTS.flatMap(({ name, text }) => {
      const match = pattern.exec(text);
      return match === null
        ? []
        : [`${name}: ${text.slice(Math.max(0, match.index - 40), match.index + 40)}`];
    });
    expect(wrong).toEqual([]);
  });
});
