export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: any;
}

export interface Round {
  readonly fault: string;
  readonly maxGapMs: number;
  readonly longestGapMs: number;
  readonly problem: string | null;
}

export function judgeAnswer(answer: Answer, accepted: number): string | null;
export function refusalsIn(answer: Answer, accepted: number): string[];
export function judgeRound(round: Round): string[];
