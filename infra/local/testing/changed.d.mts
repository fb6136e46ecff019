export const TESTS_OF_API: Readonly<Record<string, readonly string[]>>;
export const TESTS_OF_WEB: Readonly<Record<string, readonly string[]>>;
export function testsIn(tests: string, ending?: string): string[];
export function selectFor(file: string): 'everything' | string[];
export function selectChanged(): Promise<'everything' | { unitTests: string[]; testFiles: string[] }>;
