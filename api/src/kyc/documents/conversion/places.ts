/** Lets a limited number of tasks run at the same time, in the order they arrive. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Waits for a free place and takes it. Returns a function that frees it again. */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    };
  }
}
