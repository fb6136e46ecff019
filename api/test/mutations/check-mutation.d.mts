import type { Mutation } from './mutation.mjs';

export function problemsOf(mutation: Mutation): string[];
export function testFileOf(mutation: Pick<Mutation, 'file' | 'test'>): string;
export function occurrences(text: string, part: string): number;
