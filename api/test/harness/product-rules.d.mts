export interface TestOutcome {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

export interface Run {
  readonly rules: Iterable<string>;
  readonly tests: readonly TestOutcome[];
  readonly citedElsewhere?: readonly string[];
}

export function readRules(markdown: string): Map<string, string>;
export function citedInTitle(title: string): string[];
export function citedInTests(source: string): string[];
export function citedInComments(source: string): string[];
export function quotedTexts(rule: string): string[];
export function findRuleViolations(run: Run): string[];
