/** Does one piece of work after the other; while that many wait, the next one is refused. */
export function inTurn(
  waitingMax: number,
  refusal: () => Error,
): <T>(work: () => Promise<T>) => Promise<T> {
  let present = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (present > waitingMax) throw refusal();
    present++;
    const done = last.then(work).finally(() => present--);
    last = done.catch(() => {});
    return done;
  };
}
