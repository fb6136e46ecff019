import type { ChildProcess } from 'node:child_process';

export const COVERAGE_FOLDER: string | undefined;
export const COVERAGE_ENV: Readonly<Record<string, string>>;
export const COVERAGE_FLAGS: readonly string[];
export function saveCoverage(child: ChildProcess): Promise<void>;
