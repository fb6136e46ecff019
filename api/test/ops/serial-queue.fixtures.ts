/** Creates a queue that runs tasks one after another. After a failure, all later tasks reject with it. */
export function createSerialQueue(): (task: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (task) => {
    last = last.then(task);
    return last;
  };
}
