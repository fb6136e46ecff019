import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureApiTypes } from '../../../infra/local/api-types.mjs';
import { ROOT } from './paths.js';

describe('types of the API', () => {
  let folder: string;
  let files: { contract: string; types: string };

  beforeAll(() => {
    // The types are moved into place, which works only within one file system.
    mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(path.join(ROOT, '.cache/api-types-'));
    files = { contract: path.join(folder, 'openapi.json'), types: path.join(folder, 'schema.gen.ts') };
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function writeContract(property: string): void {
    const schema = { type: 'object', properties: { [property]: { type: 'string' } } };
    const info = { title: 'Test', version: '1' };
    const contract = { openapi: '3.0.0', info, paths: {}, components: { schemas: { One: schema } } };
    writeFileSync(files.contract, JSON.stringify(contract));
  }

  const generated = async (): Promise<string> => {
    await ensureApiTypes(undefined, files);
    return readFileSync(files.types, 'utf8');
  };

  it('are generated once per contract', async () => {
    writeContract('phone');
    expect(await generated()).toContain('phone?: string');
    const { ino } = statSync(files.types);
    await generated();
    expect(statSync(files.types).ino).toBe(ino);
    writeContract('email');
    expect(await generated()).toContain('email?: string');
  });

  it('are kept if the contract is invalid', async () => {
    const before = await generated();
    writeFileSync(files.contract, '{}');
    await expect(generated()).rejects.toThrow("couldn't be generated");
    expect(readFileSync(files.types, 'utf8')).toBe(before);
  });
});
