export const TESTS_BY_AREA: Readonly<Record<'api' | 'web', Readonly<Record<string, readonly string[]>>>>;
export function testsIn(tests: string, ending?: string): string[];
export function selectFor(file: string): 'everything' | string[];
export function selectChanged(): Promise<'everything' | { unitTests: string[]; testFiles: string[] }>;
