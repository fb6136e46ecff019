export const TESTS_OF_ROOMS: Readonly<Record<'api' | 'web', Readonly<Record<string, readonly string[]>>>>;
export function testsIn(tests: string, ending?: string): string[];
export function selectFor(file: string): 'everything' | string[];
export function selectChanged(): Promise<'everything' | { unitTests: string[]; testFiles: string[] }>;
