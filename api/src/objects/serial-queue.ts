/** Runs tasks one after the other. Drawing a large picture needs much memory, and two need twice as much. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(task);
    this.last = next.catch(() => undefined);
    return next;
  }
}
