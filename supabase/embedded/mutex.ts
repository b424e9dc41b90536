/** Runs work one at a time, in order of the calls; a failure does not stop the next. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>) => {
    const run = last.then(work, work);
    last = run.catch(() => undefined);
    return run;
  };
}
