import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './paths.js';

const FILES = ['api/src', 'api/test', 'common/src', 'docs', 'infra', 'web/src']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((name) => !name.includes('node_modules'))
  .concat(readdirSync(ROOT));

/**
 * Matches the paths of files in a document. A path may omit folders that the text has already named. Skips generated
 * files, which are not in git.
 */
const NAMED_FILE = /`(\w[\w./-]*(?<!\.gen)\.(?:ts|tsx|mjs|md))`(?::? \(?`(\w+)`)?/g;
/** Matches names such as `x.handler.ts`, in which `x` stands for any command. */
const PLACEHOLDER = /^x\./;

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'])('%s', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const named = [...text.matchAll(NAMED_FILE)].filter(([, file = '']) => !PLACEHOLDER.test(file));

  it('names only files that exist, and only identifiers that these files contain', () => {
    const wrong = named.filter(([, file = '', name = '']) => {
      const found = FILES.filter((one) => one === file || one.endsWith(`/${file}`));
      return !found.some((one) => readFileSync(path.join(ROOT, one), 'utf8').includes(name));
    });
    expect(wrong.map(([reference]) => reference)).toEqual([]);
  });
});
