export interface Discrepancies {
  readonly lost: string[];
  readonly duplicated: string[];
  readonly wrong: string[];
  readonly phantom: string[];
}

export class OperationChecker {
  get acknowledged(): number;
  acknowledgedIn(round: string): number;
  roundOf(key: string): string | null;
  send(key: string, at?: number): void;
  acknowledge(key: string, result: string | null, round: string, at?: number): void;
  rewindTo(
    at: number,
    stored: ReadonlyMap<string, readonly (string | null)[]>,
  ): { problems: string[]; lost: Map<string, string | null> };
  store(key: string, result: string | null): void;
  discrepancies(): Discrepancies;
}
