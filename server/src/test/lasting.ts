/** What is made when it is first asked for, stays, and is made anew once it is used up. */
export interface Lasting<K extends string, T> {
  get(key: K): Promise<T>;
  spend(key: K): void;
}

export function lasting<K extends string, T>(make: (key: K) => Promise<T>): Lasting<K, T> {
  const kept = new Map<K, Promise<T>>();
  return {
    get: (key) => {
      const one = kept.get(key) ?? make(key);
      kept.set(key, one);
      return one;
    },
    spend: (key) => void kept.delete(key),
  };
}
