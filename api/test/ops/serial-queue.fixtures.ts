/**
 * Creates a queue that runs tasks one after another. Once a task has failed, later tasks are not run, and their
 * promises reject with its error.
 */
export function createSerialQueue(): (task: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (task) => {
    last = last.then(task);
    return last;
  };
}
