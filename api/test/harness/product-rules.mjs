// @ts-check

const DOCUMENT = 'docs/product.md';
/** Matches the beginning of a rule or heading. A rule ends where the next rule or heading begins. */
const RULE_START = /^(?=\*\*[A-Z]+-\d+\*\*|#)/m;
const RULE_ID = /^\*\*([A-Z]+-\d+)\*\*/;
/**
 * Matches the ids at the end of a title. Takes everything up to the closing bracket, so a malformed list is reported
 * as an unknown id.
 */
const TAG = /\[([A-Z]+-\d+[^\]]*)\]$/;
const TAG_IN_SOURCE = /\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]['"`]/g;
const REFERENCE = /\(([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\)/g;
const QUOTE = /“([^”]+)”/g;
const PLACEHOLDER = /\$?\{[^}]*\}/;

/**
 * Returns the text of each rule, keyed by id.
 *
 * @param {string} markdown
 * @returns {Map<string, string>}
 */
export function readRules(markdown) {
  /** @type {Map<string, string>} */
  const rules = new Map();
  for (const part of markdown.split(RULE_START)) {
    const [, id] = RULE_ID.exec(part) ?? [];
    if (id === undefined) continue;
    if (rules.has(id)) throw new Error(`${DOCUMENT} has two rules with the id ${id}`);
    rules.set(id, part.replace(RULE_ID, '').trim());
  }
  return rules;
}

/** The ids that a title cites at its end. */
export const citedInTitle = (/** @type {string} */ title) => TAG.exec(title)?.[1]?.split(', ') ?? [];

/** The ids that the titles in a test file cite. */
export const citedInTests = (/** @type {string} */ source) => idsIn(source, TAG_IN_SOURCE);

/** The ids in parentheses, as comments cite them. */
export const citedInComments = (/** @type {string} */ source) => idsIn(source, REFERENCE);

function idsIn(/** @type {string} */ source, /** @type {RegExp} */ pattern) {
  return [...source.matchAll(pattern)].flatMap(([, ids = '']) => ids.split(', '));
}

/** The texts that a rule quotes, split at placeholders for values. */
export function quotedTexts(/** @type {string} */ rule) {
  const quotes = [...rule.replaceAll(/\s+/g, ' ').matchAll(QUOTE)].map(([, text = '']) => text);
  return quotes.flatMap((text) => text.split(PLACEHOLDER)).filter((part) => part.trim() !== '');
}

/**
 * @typedef {{ title: string, status: 'passed' | 'failed' | 'skipped' }} TestOutcome
 *
 * @typedef {object} Run
 * @property {Iterable<string>} rules
 * @property {readonly TestOutcome[]} tests
 * @property {readonly string[]} [citedElsewhere] ids cited by tests that this run leaves to a longer suite
 */

/**
 * Compares the rules with a run of all tests. Returns one line for each rule without a passing test and for each cited
 * id that is not a rule. A rule with skipped tests is accepted, because the machine may lack what they need, such as
 * Redis.
 *
 * @param {Run} run
 * @returns {string[]}
 */
export function findRuleViolations({ rules, tests, citedElsewhere = [] }) {
  const known = new Set(rules);
  const accepted = new Set(citedElsewhere);
  for (const { title, status } of tests) {
    if (status !== 'failed') for (const id of citedInTitle(title)) accepted.add(id);
  }
  const citations = tests.flatMap(({ title }) => citedInTitle(title).map((id) => ({ id, by: title })));
  citations.push(...[...new Set(citedElsewhere)].map((id) => ({ id, by: 'a long suite' })));
  return [
    ...[...known].filter((id) => !accepted.has(id)).map((id) => `${id} has no passing test`),
    ...citations
      .filter(({ id }) => !known.has(id))
      .map(({ id, by }) => `${id} is not a rule in ${DOCUMENT}, but is cited by: ${by}`),
  ];
}
