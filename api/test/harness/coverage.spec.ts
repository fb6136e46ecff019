import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { coverageTable } from '../../../infra/local/testing/coverage-summary.mjs';
import { readRawCoverage } from '../../../infra/local/testing/raw-coverage.mjs';

const CODE = 'export const one = () => 1;';

describe('npm test -- --coverage', () => {
  let folder: string;
  let raw: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'moniker-coverage-'));
    raw = path.join(folder, 'raw');
    mkdirSync(raw);
    mkdirSync(path.join(folder, 'api/dist'), { recursive: true });
    writeFileSync(path.join(folder, 'api/dist/one.js'), CODE);
    writeFileSync(path.join(folder, 'api/dist/one.js.map'), '{}');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const urlOf = (file: string): string => pathToFileURL(path.join(folder, file)).href;

  function writeRaw(name: string, file: string, count: number, source?: string): void {
    const functions = [
      {
        functionName: 'one',
        isBlockCoverage: true,
        ranges: [{ startOffset: 0, endOffset: CODE.length, count }],
      },
    ];
    const result = [{ scriptId: '1', url: urlOf(file), functions, source }];
    writeFileSync(path.join(raw, name), JSON.stringify({ result }));
  }

  it("adds up each script's counts from all processes, ignoring packages, scripts without sources and truncated files", () => {
    writeRaw('coverage-1.json', 'api/dist/one.js', 2);
    writeRaw('coverage-2.json', 'api/dist/one.js', 3);
    writeRaw('coverage-3.json', 'node_modules/pg/index.js', 1);
    writeRaw('page-1.json', 'web/coverage/dist/without-sources.js', 1);
    writeFileSync(path.join(raw, 'coverage-4.json'), '{"result":[{"scr');
    writeRaw('jest-1.json', 'api/src/one.ts', 1, 'compiled by Jest');
    const scripts = readRawCoverage(raw).map(({ url, source, functions }) => [
      url,
      source,
      functions[0]?.ranges[0]?.count,
    ]);
    expect(scripts).toEqual([
      [urlOf('api/dist/one.js'), CODE, 5],
      [urlOf('api/src/one.ts'), 'compiled by Jest', 1],
    ]);
  });

  it('summarizes branches and lines by folder', () => {
    const file = (sourcePath: string, covered: number) => ({
      sourcePath,
      summary: { branches: { total: 4, covered }, lines: { total: 10, covered: 10 } },
    });
    const table = coverageTable([
      file('api/src/ledger/log/a.ts', 1),
      file('api/src/ledger/log/b.ts', 2),
      file('common/src/fee.ts', 2),
      file('web/src/features/auth/steps/c.tsx', 4),
    ]);
    const rows = table.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(rows).toEqual([
      ['Coverage', 'branches', 'lines'],
      ['api/src/ledger/log', '37.5%', '(3/8)', '100.0%', '(20/20)'],
      ['common/src', '50.0%', '(2/4)', '100.0%', '(10/10)'],
      ['web/src/features/auth', '100.0%', '(4/4)', '100.0%', '(10/10)'],
      ['all of api/src', '37.5%', '(3/8)', '100.0%', '(20/20)'],
      ['all of common/src', '50.0%', '(2/4)', '100.0%', '(10/10)'],
      ['all of web/src', '100.0%', '(4/4)', '100.0%', '(10/10)'],
    ]);
  });
});
