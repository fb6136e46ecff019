// @ts-check

/** Remembers how to undo what was started, and undoes it in reverse order, once, whoever asks. */
export class Shutdown {
  /** @type {(() => unknown)[]} */
  #undo = [];
  /** @type {Promise<void> | undefined} */
  #closing;
  #abort = new AbortController();

  /** Aborted as soon as the shutdown begins. */
  get signal() {
    return this.#abort.signal;
  }

  /** Adds what was just started; if the shutdown has begun meanwhile, it is undone at once. */
  add(/** @type {() => unknown} */ undo) {
    if (this.#closing) void undo();
    else this.#undo.push(undo);
  }

  /**
   * Does work that ends early when the shutdown begins. The shutdown waits for that end, so that nothing is at work
   * any more in a folder that has been given free.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} work
   */
  during(work) {
    const working = work(this.signal);
    this.add(() => working.catch(() => undefined));
    return working;
  }

  /** Undoes everything; a failure on the way does not keep the rest running. */
  close() {
    this.#abort.abort();
    this.#closing ??= this.#undoAll();
    return this.#closing;
  }

  async #undoAll() {
    for (const undo of this.#undo.reverse()) {
      try {
        await undo();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
