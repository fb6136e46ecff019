export function checkCommits(options?: {
  base?: string | undefined;
  folder?: string;
}): Promise<{ checked: number; problems: string[] }>;
