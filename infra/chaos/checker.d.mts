export interface Discrepancies {
  readonly lost: string[];
  readonly doubled: string[];
  readonly wrong: string[];
  readonly phantom: string[];
}

export class OperationChecker {
  get acknowledged(): number;
  acknowledgedIn(round: string): number;
  roundOf(key: string): string | null;
  send(key: string): void;
  acknowledge(key: string, result: string | null, round: string): void;
  store(key: string, result: string | null): void;
  discrepancies(): Discrepancies;
}
