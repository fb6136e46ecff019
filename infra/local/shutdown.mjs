// @ts-check

/** A stack of cleanup functions. `close` runs them once, in reverse order. */
export class Shutdown {
  /** @type {(() => unknown)[]} */
  #cleanups = [];
  /** @type {Promise<void> | undefined} */
  #closing;
  #abort = new AbortController();

  /** Aborted when the shutdown begins. */
  get signal() {
    return this.#abort.signal;
  }

  /** Adds a cleanup function. If the shutdown has already begun, runs it immediately. */
  add(/** @type {() => unknown} */ cleanup) {
    if (this.#closing) void cleanup();
    else this.#cleanups.push(cleanup);
  }

  /**
   * Runs work that is aborted when the shutdown begins. The shutdown waits for the work to end, so the data
   * folder is released only when nothing uses it.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} work
   */
  during(work) {
    const working = work(this.signal);
    this.add(() => working.catch(() => undefined));
    return working;
  }

  /** Runs all cleanup functions. Logs a failure and continues with the others. */
  close() {
    this.#abort.abort();
    this.#closing ??= this.#cleanUp();
    return this.#closing;
  }

  async #cleanUp() {
    for (const cleanup of this.#cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
