interface Count {
  total: number;
  covered: number;
}

export function coverageTable(
  files: readonly { sourcePath: string; summary: { branches: Count; lines: Count } }[],
): string;
