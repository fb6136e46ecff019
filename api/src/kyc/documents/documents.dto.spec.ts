import { describe, expect, it } from '@jest/globals';
import { parseDocumentPath, documentPath } from './documents.dto.js';

const ID = '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11';

describe('parseDocumentPath', () => {
  it('returns the id of an object path', () => {
    expect(parseDocumentPath(documentPath(ID))).toBe(ID);
    expect(parseDocumentPath(`/objects/${ID.toUpperCase()}`)).toBe(ID);
  });

  it.each([
    '',
    ID,
    `/objects/${ID}/`,
    `/objects/${ID}?x`,
    `/objects/uploads/${ID}`,
    `/objects/../${ID}`,
    `https://evil.example/objects/${ID}`,
    `/objects/${ID}\n`,
    null,
    undefined,
    7,
    [`/objects/${ID}`],
  ])('returns null for %p', (path) => {
    expect(parseDocumentPath(path)).toBeNull();
  });
});
