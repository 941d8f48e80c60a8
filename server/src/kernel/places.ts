/** Room for so many, and of one caller for fewer; who finds none is refused without waiting. */
export function makePlaces(places: number, placesEach: number, refusal: () => Error) {
  const taken = new Map<string, number>();
  let present = 0;
  return async function inPlace<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = taken.get(key) ?? 0;
    if (present >= places || own >= placesEach) throw refusal();
    present += 1;
    taken.set(key, own + 1);
    try {
      return await work();
    } finally {
      present -= 1;
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    }
  };
}
