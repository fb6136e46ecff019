import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHAPTERS } from './chapters.js';
import { faultsOf, type TestFiles } from './faults.js';
import { readTests } from './read-tests.js';
import { testsOf, wholeFile, type Chapter, type Row } from './row.js';

const ROOT = path.join(import.meta.dirname, '../../..');

function readAllTests(): TestFiles {
  const names = ['api/src', 'api/test', 'web/src'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => path.join(folder, name)),
  );
  return new Map(names.map((name) => [name, readTestFile(path.join(ROOT, name))]));
}

function readTestFile(file: string) {
  const source = readFileSync(file, 'utf8');
  const fixtures = [...source.matchAll(/from '(\.{1,2}\/(?:[\w-]+\/)?[\w-]+\.fixtures)\.js'/g)].map(
    ([, name = '']) => readFileSync(path.join(path.dirname(file), `${name}.ts`), 'utf8'),
  );
  return readTests(file, source, fixtures);
}

describe('every row of the specification is proven by a test that runs', () => {
  const files = readAllTests();

  it.each(CHAPTERS.map((chapter) => [chapter.id, chapter.title, chapter] as const))(
    '%s %s',
    (_id, _title, chapter) => {
      expect(faultsOf(chapter, files)).toEqual([]);
    },
  );

  it('in chapters that have names of their own', () => {
    const ids = CHAPTERS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('which makes this many', () => {
    const lines = CHAPTERS.map(({ id, title, rows }) => `  ${id} ${title}: ${rows.length}`);
    const total = CHAPTERS.reduce((sum, { rows }) => sum + rows.length, 0);
    process.stdout.write(`\n${lines.join('\n')}\n  rows in all: ${total}\n`);
    expect(total).toBeGreaterThan(0);
  });
});

describe('a walk', () => {
  const source = `
    const LATER = it.skip;
    describe('a door', () => {
      it('opens', () => { expect(text).toBe('Come in'); });
      it.each([['a cat']])('lets %s in', () => {});
      it.skip('sings', () => {});
      (isMonday ? it : it.skip)('creaks', () => {});
    });
    describe.skip('a gate', () => { it('opens', () => {}); });
    describe('a window', () => { it('shuts', () => {}); it(\`has \${PANES} panes\`, () => {}); });
    const WEATHER = 'It rains';
    describe('a hatch', () => { it('shuts', () => {}); });
  `;
  const files: TestFiles = new Map([
    ['house/door.spec.ts', readTests('door.spec.ts', source)],
    ['house/bell.spec.ts', []],
    ['yard/bell.spec.ts', []],
  ]);
  const door = testsOf('door.spec.ts');
  const walk = (...rows: Row[]): string[] => {
    const chapter: Chapter = { id: '§0', title: 'doors', count: rows.length, because: 'as written', rows };
    return faultsOf(chapter, files);
  };

  it('is content with tests that are there', () => {
    const rows: Row[] = [
      ['Doors open', door('a door opens')],
      ['They say so', door('a door opens', 'Come in'), door('lets %s in', 'a cat')],
      ['What all tests share counts as well', door('a door opens', 'It rains')],
      ['Windows have panes', door('has ${PANES} panes')],
    ];
    expect(walk(...rows)).toEqual([]);
  });

  it('finds words also in what a test stands on', () => {
    const given = `export const WORDS = 'Mind the step';`;
    const onGiven: TestFiles = new Map([['house/door.spec.ts', readTests('door.spec.ts', source, [given])]]);
    const rows: Row[] = [['A step', door('a door opens', 'Mind the step')]];
    expect(faultsOf({ id: '§0', title: 'doors', count: 1, because: 'as written', rows }, onGiven)).toEqual(
      [],
    );
  });

  it.each<[string, Row, string]>([
    ['nothing', ['x'], 'no test proves it'],
    ['a test that is not there', ['x', door('flies')], "there is no 'flies' of door.spec.ts"],
    ['a file that is not there', ['x', testsOf('roof.spec.ts')('leaks')], "no 'leaks' of roof.spec.ts"],
    ['the end of a name', ['x', testsOf('oor.spec.ts')('opens')], "no 'opens' of oor.spec.ts"],
    ['a name that two files have', ['x', testsOf('bell.spec.ts')('rings')], 'the name of 2 files'],
    ['a title that two have', ['x', door('shuts')], 'there are 2'],
    ['a test that is skipped', ['x', door('sings')], "'sings' of door.spec.ts is skipped"],
    ['a test that is skipped at times', ['x', door('creaks')], 'is skipped'],
    ['a test in a block that is skipped', ['x', door('a gate opens')], 'is skipped'],
    ['words that are not in the test', ['x', door('a window shuts', 'Come in')], "'Come in' does not stand"],
    ['a whole file that is not there', ['x', wholeFile('roof.spec.ts')()], 'there is no roof.spec.ts'],
  ])('is not content with %s', (_what, row, fault) => {
    expect(walk(row)).toEqual([expect.stringContaining(fault)]);
  });

  it('counts the rows, and knows a row that comes twice', () => {
    const row: Row = ['Doors open', door('a door opens')];
    expect(walk(row, row)).toEqual(['§0 has this row twice: Doors open']);
    const short: Chapter = { id: '§0', title: 'doors', count: 2, because: 'two doors', rows: [row] };
    expect(faultsOf(short, files)).toEqual(['§0 has 1 rows, and should have 2 (two doors)']);
  });
});
