export const COMMIT_FAULTS: readonly ['commit lost', 'reply lost', 'terminated after reply'];
export type CommitFault = (typeof COMMIT_FAULTS)[number] | 'standstill';

export class FaultyProxy {
  constructor(target: { host: string; port: number });
  delayMs: number;
  readonly faults: CommitFault[];
  cutAfterCommit: boolean;
  cutAnswers: boolean;
  readonly cuts: number;
  listen(): Promise<number>;
  stall(): void;
  resume(): void;
  close(): Promise<void>;
}
