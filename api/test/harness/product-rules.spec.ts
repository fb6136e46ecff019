import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './paths.js';
import {
  citedInComments,
  citedInTests,
  citedInTitle,
  findRuleViolations,
  quotedTexts,
  readRules,
} from './product-rules.mjs';

/**
 * Returns the folders' files whose paths match `name`, except installed and compiled files. Paths are relative to the
 * repository's root.
 */
function filesIn(folders: readonly string[], name: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => name.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
      .map((file) => path.join(folder, file)),
  );
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The source of a test file and of the fixtures that it imports. */
function withFixtures(file: string, source: string): string {
  const fixtures = [...source.matchAll(/from '(\.{1,2}\/(?:[\w-]+\/)?[\w-]+\.fixtures)\.js'/g)];
  return [source, ...fixtures.map(([, name = '']) => read(path.join(path.dirname(file), `${name}.ts`)))].join(
    '\n',
  );
}

const TESTS = filesIn(['api/src', 'api/test', 'web/src'], /\.spec\.ts$/).map((file) => {
  const source = read(file);
  return {
    file,
    source,
    ids: citedInTests(source),
    text: withFixtures(file, source).replaceAll("\\'", "'"),
  };
});

describe('the rules of a document', () => {
  it('have an id, and text that ends at the next rule or heading', () => {
    const markdown =
      '# Rules\n\n**Words.** Not a rule.\n\n**ABC-1** First,\nin two lines.\n\n**ABC-2** Second.\n\n## Next';
    expect([...readRules(markdown)]).toEqual([
      ['ABC-1', 'First,\nin two lines.'],
      ['ABC-2', 'Second.'],
    ]);
  });

  it('must not share an id', () => {
    expect(() => readRules('**ABC-1** One.\n\n**ABC-1** Another.')).toThrow('two rules with the id ABC-1');
  });

  it('have quoted texts, which may span lines and are split at placeholders', () => {
    const rule = 'It says “Please fill in\nall fields” or “Balance: ${amount}, {n} days ago”.';
    expect(quotedTexts(rule)).toEqual(['Please fill in all fields', 'Balance: ', ', ', ' days ago']);
  });
});

describe('citations', () => {
  it.each([
    ['holds the amount [ABC-7]', ['ABC-7']],
    ['holds the amount [ABC-7, XYZ-1]', ['ABC-7', 'XYZ-1']],
    ['holds the amount [ABC-7,XYZ-1]', ['ABC-7,XYZ-1']],
    ['holds the amount [ABC-7] twice', []],
    ['reads [a, b]', []],
  ])('in the title "%s" are %j', (title, ids) => {
    expect(citedInTitle(title)).toEqual(ids);
  });

  it('in a test file are the ids at the end of its titles', () => {
    const source = `it('holds [ABC-7]', () => {}); it("posts [ABC-8, ABC-9]"); it(\`fails [ABC-1]\`); x['ABC-2']; // [ABC-3]`;
    expect(citedInTests(source)).toEqual(['ABC-7', 'ABC-8', 'ABC-9', 'ABC-1']);
  });

  it('in comments are in parentheses', () => {
    expect(citedInComments('// The fee (ABC-6) and the limit (ABC-8, ABC-9). ABC-1')).toEqual([
      'ABC-6',
      'ABC-8',
      'ABC-9',
    ]);
  });
});

describe('the check of a whole run', () => {
  const rules = ['ABC-1', 'ABC-2'];
  const passed = (title: string) => ({ title, status: 'passed' as const });
  const failed = (title: string) => ({ title, status: 'failed' as const });
  const skipped = (title: string) => ({ title, status: 'skipped' as const });

  it('accepts a run in which each rule has a passing test', () => {
    const tests = [passed('sends [ABC-1]'), passed('holds [ABC-2, ABC-1]'), passed('does something else')];

    const violations = findRuleViolations({ rules, tests });

    expect(violations).toEqual([]);
  });

  it('accepts a rule with a passing and a failing test, because the failed test already fails the run', () => {
    const tests = [passed('sends [ABC-1, ABC-2]'), failed('holds [ABC-2]')];

    const violations = findRuleViolations({ rules, tests });

    expect(violations).toEqual([]);
  });

  it('accepts a rule whose tests this machine cannot run', () => {
    const tests = [passed('sends [ABC-1]'), skipped('holds [ABC-2]')];

    const violations = findRuleViolations({ rules, tests });

    expect(violations).toEqual([]);
  });

  it.each([
    ['that no test cites', [passed('sends [ABC-1]')]],
    ['whose tests failed', [passed('sends [ABC-1]'), failed('holds [ABC-2]')]],
    ['that a title cites, but not at its end', [passed('sends [ABC-1]'), passed('[ABC-2] holds')]],
  ])('reports a rule %s', (_what, tests) => {
    const violations = findRuleViolations({ rules, tests });

    expect(violations).toEqual(['ABC-2 has no passing test']);
  });

  it('reports an unknown or malformed id with its test', () => {
    const tests = [passed('sends [ABC-1, ABC-2]'), passed('holds [ABC-3]'), skipped('posts [ABC-1,ABC-2]')];

    const violations = findRuleViolations({ rules, tests });

    expect(violations).toEqual([
      'ABC-3 is not a rule in docs/product.md, but is cited by: holds [ABC-3]',
      'ABC-1,ABC-2 is not a rule in docs/product.md, but is cited by: posts [ABC-1,ABC-2]',
    ]);
  });

  it('accepts a rule that only a long suite cites, but not an unknown id', () => {
    const tests = [passed('sends [ABC-1]')];

    const violations = findRuleViolations({ rules, tests, citedElsewhere: ['ABC-2', 'ABC-4', 'ABC-4'] });

    expect(violations).toEqual(['ABC-4 is not a rule in docs/product.md, but is cited by: a long suite']);
  });
});

describe('docs/product.md', () => {
  const rules = readRules(read('docs/product.md'));

  it('has every rule that a comment cites', () => {
    const prefixes = new Set([...rules.keys()].map((id) => id.split('-')[0]));
    const cited = filesIn(['api/src', 'web/src', 'infra'], /\.(ts|tsx|mjs|css|conf|yml|sh|sql|md)$/).flatMap(
      (file) => citedInComments(read(file)).map((id) => ({ id, file })),
    );
    expect(cited.filter(({ id }) => prefixes.has(id.split('-')[0]) && !rules.has(id))).toEqual([]);
  });

  it('quotes only texts that a test of the same rule contains', () => {
    const missing = [...rules].flatMap(([id, rule]) =>
      quotedTexts(rule)
        .filter((quote) => !TESTS.some(({ ids, text }) => ids.includes(id) && text.includes(quote)))
        .map((quote) => ({ id, quote })),
    );
    expect(missing).toEqual([]);
  });
});

describe('the test files', () => {
  it('have no test that is always skipped or excludes others', () => {
    const unconditional =
      /\b(it|test|describe)\.(skip|only|todo|failing)(\(|\.each)|\b[xf](it|test|describe)(\(|\.each)/;
    expect(TESTS.filter(({ source }) => unconditional.test(source)).map(({ file }) => file)).toEqual([]);
  });
});
