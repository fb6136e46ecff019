export interface Operation {
  readonly key: string;
  readonly result: string | null;
}

export interface Discrepancies {
  readonly lost: string[];
  readonly doubled: string[];
  readonly wrong: string[];
  readonly phantom: string[];
}

export function compareOperations(
  acknowledged: readonly Operation[],
  stored: readonly Operation[],
  sent?: ReadonlySet<string> | null,
): Discrepancies;
