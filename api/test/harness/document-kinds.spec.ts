import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DOCUMENT_KINDS } from '@moniker/common/applications.js';
import { ROOT } from './paths.js';

/** Files that are allowed to name kinds of documents: tests, generated files and migrations. */
const IS_EXEMPT = /\.(spec|fixtures|gen|generated)\.tsx?$|^api\/src\/migrations\//;
const NAMES = DOCUMENT_KINDS.flatMap((kind) => [
  kind,
  kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
]);

const isNamedIn = (code: string): boolean => NAMES.some((name) => new RegExp(`\\b${name}\\b`).test(code));

const files = ['api/src', 'common/src', 'web/src'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

describe('the kinds of documents', () => {
  it('are named in only one list, so adding a kind takes only one new entry [KYC-68]', () => {
    const naming = files.filter(
      (file) => !IS_EXEMPT.test(file) && isNamedIn(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(naming).toEqual(['common/src/applications.ts']);
  });

  it.each(["kyc['einDocument']", 'k.ein_document as "document"'])('are recognized in the code %s', (code) => {
    expect(isNamedIn(code)).toBe(true);
  });
});
