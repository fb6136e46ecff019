import ts from 'typescript';

/** A test as it stands in its file; a table of cases is one test. */
export interface FoundTest {
  readonly title: string;
  /** The titles of its describe blocks and its own, with a space between. */
  readonly path: string;
  /** It is not run, or only under a condition, or it keeps others from being run. */
  readonly isSkipped: boolean;
  /** The texts in it, in what surrounds it up to the top of the file, and in what all tests of the file share. */
  readonly texts: readonly string[];
}

const TESTS = new Set(['it', 'test', 'xit', 'fit', 'xtest']);
const BLOCKS = new Set(['describe', 'xdescribe', 'fdescribe']);
const NOT_SIMPLY_RUN = new Set(['skip', 'only', 'todo', 'failing', 'xit', 'fit', 'xtest', 'xdescribe']);

interface Surroundings {
  readonly titles: readonly string[];
  readonly isSkipped: boolean;
  readonly texts: readonly string[];
}

const NOWHERE: Surroundings = { titles: [], isSkipped: false, texts: [] };

/**
 * Finds the tests of a file by TypeScript's own parser, without running anything. `givens` are the sources of what it
 * stands on: their texts are shared by all of its tests.
 */
export function readTests(fileName: string, source: string, givens: readonly string[] = []): FoundTest[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const isShared = (statement: ts.Statement): boolean => testsIn(statement, NOWHERE).length === 0;
  const given = givens.map((text) => ts.createSourceFile('given.ts', text, ts.ScriptTarget.Latest, true));
  const shared = [...file.statements.filter(isShared), ...given].flatMap(textsIn);
  return file.statements.flatMap((statement) =>
    testsIn(statement, { ...NOWHERE, texts: [...textsIn(statement), ...shared] }),
  );
}

function testsIn(node: ts.Node, around: Surroundings): FoundTest[] {
  const call = namedCall(node);
  if (call === null) return childrenOf(node).flatMap((child) => testsIn(child, around));
  const titles = [...around.titles, call.title];
  const isSkipped = around.isSkipped || call.words.some((word) => NOT_SIMPLY_RUN.has(word));
  if (call.words.some((word) => TESTS.has(word))) {
    return [{ title: call.title, path: titles.join(' '), isSkipped, texts: around.texts }];
  }
  return childrenOf(node).flatMap((child) => testsIn(child, { ...around, titles, isSkipped }));
}

/** `it('a title', …)`, `describe.each([…])('a title', …)` and their kin; null for any other node. */
function namedCall(node: ts.Node): { title: string; words: readonly string[] } | null {
  if (!ts.isCallExpression(node)) return null;
  const words = wordsOf(node.expression);
  const [first] = node.arguments;
  if (first === undefined || !words.some((word) => TESTS.has(word) || BLOCKS.has(word))) return null;
  if (ts.isStringLiteralLike(first)) return { title: first.text, words };
  return ts.isTemplateExpression(first) ? { title: first.getText().slice(1, -1), words } : null;
}

/** The names in what is called: `it.each(…)` is `it`, `each`; of a condition, those of both sides. */
function wordsOf(called: ts.Expression): readonly string[] {
  if (ts.isIdentifier(called)) return [called.text];
  if (ts.isPropertyAccessExpression(called)) return [...wordsOf(called.expression), called.name.text];
  if (ts.isCallExpression(called) || ts.isParenthesizedExpression(called)) return wordsOf(called.expression);
  if (ts.isTaggedTemplateExpression(called)) return wordsOf(called.tag);
  if (ts.isConditionalExpression(called)) {
    return [...wordsOf(called.whenTrue), ...wordsOf(called.whenFalse)];
  }
  return [];
}

function textsIn(node: ts.Node): string[] {
  const own = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) ? [node.text] : [];
  const pattern = ts.isRegularExpressionLiteral(node) ? [node.text.replaceAll('\\', '')] : [];
  return [...own, ...pattern, ...childrenOf(node).flatMap(textsIn)];
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}
