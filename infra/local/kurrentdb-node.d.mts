import type { ChildProcess } from 'node:child_process';

export const PROGRAM: string | undefined;
export function startKurrentNode(options: {
  readonly folder: string;
  readonly ports: readonly number[];
  readonly flags?: readonly string[];
  readonly within?: readonly string[];
}): Promise<ChildProcess>;
export function kurrentStateOf(port: number): Promise<string | undefined>;
export function endKurrentNode(child: ChildProcess): Promise<void>;
