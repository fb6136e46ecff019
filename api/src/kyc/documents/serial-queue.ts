/** Runs tasks one at a time, because each large image needs much memory to decode. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(task);
    this.last = next.catch(() => undefined);
    return next;
  }
}
