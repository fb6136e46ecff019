/** Runs each work after those before it; a failure is told by every work after it. */
export function createSerialQueue(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}
