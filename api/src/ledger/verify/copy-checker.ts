import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import type { Finding } from './finding-list.js';

/**
 * Compares PostgreSQL's copy of the events with a log outside PostgreSQL (AUD-31). A copied event matches if it
 * has the same hash and its own fields produce that hash.
 */
export class CopyChecker {
  private page: readonly ChainCheckedEvent[] = [];
  private index = 0;
  /** Whether log and copy differ just before the next event, so the copy's hash chain may break there. */
  private isUnchained = false;
  /** Consecutive events with the same problem, reported together. */
  private run: Run | null = null;
  private findings: Finding[] = [];

  /** `chunks` are the events of the copy, read in order. */
  constructor(private readonly chunks: AsyncGenerator<readonly ChainCheckedEvent[]>) {}

  /** Compares the next events of the log, in order. */
  async compare(events: readonly ChainCheckedEvent[]): Promise<Finding[]> {
    for (const event of events) {
      let copied = await this.current();
      for (; copied !== null && copied.position < event.position; copied = await this.next()) {
        this.report('only in the copy', copied.position);
      }
      if (copied?.position !== event.position) {
        this.report('missing', event.position);
        continue;
      }
      // The caller reports foreign events, which the bank did not append, so they are not compared with the copy.
      if (event.foreign === undefined) this.compareEvent(event, copied);
      this.index += 1;
    }
    return this.takeFindings();
  }

  /** Reports the rest of the copy, after the log's last event. */
  async finish(): Promise<Finding[]> {
    for (let copied = await this.current(); copied !== null; copied = await this.next()) {
      this.report('only in the copy', copied.position);
    }
    this.endRun();
    return this.takeFindings();
  }

  /** Stops reading the copy, even before its end. */
  async close(): Promise<void> {
    await this.chunks.return(undefined);
  }

  private compareEvent(event: ChainCheckedEvent, copied: ChainCheckedEvent): void {
    const hasOtherHash = !copied.hash.equals(event.hash);
    const isChanged = hasOtherHash || (!copied.isChained && !this.isUnchained && event.isChained);
    if (isChanged) this.report('different', event.position);
    else this.endRun();
    this.isUnchained = hasOtherHash;
  }

  private report(kind: Run['kind'], position: number): void {
    this.isUnchained = true;
    if (this.run?.kind === kind && position === this.run.to + 1) {
      this.run = { ...this.run, to: position };
      return;
    }
    this.endRun();
    this.run = { kind, from: position, to: position };
  }

  private endRun(): void {
    if (this.run === null) return;
    this.findings.push({ check: 'copy', position: this.run.from, message: describeRun(this.run) });
    this.run = null;
  }

  private takeFindings(): Finding[] {
    return this.findings.splice(0);
  }

  private async next(): Promise<ChainCheckedEvent | null> {
    this.index += 1;
    return this.current();
  }

  private async current(): Promise<ChainCheckedEvent | null> {
    for (;;) {
      const event = this.page[this.index];
      if (event !== undefined) return event;
      const next = await this.chunks.next();
      if (next.done === true) return null;
      this.page = next.value;
      this.index = 0;
    }
  }
}

interface Run {
  readonly kind: 'missing' | 'only in the copy' | 'different';
  readonly from: number;
  readonly to: number;
}

const PROBLEMS: Readonly<Record<Run['kind'], string>> = {
  missing: 'not in the copy of the log in PostgreSQL',
  'only in the copy': 'in the copy of the log in PostgreSQL, but not in the log',
  different: 'different in the copy of the log in PostgreSQL',
};

function describeRun({ kind, from, to }: Run): string {
  const events = from === to ? 'the event is' : `the events from ${from} to ${to} are`;
  return `${events} ${PROBLEMS[kind]}`;
}
