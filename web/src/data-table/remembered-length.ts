import { pageLengths } from '#src/lib/address.ts';

const key = 'page-lengths';

/** How many rows a page of this screen has had last, in this browser. */
export function rememberedLength(screen: string): number | undefined {
  const length = read()[screen];
  return pageLengths.find((known) => known === length);
}

export function rememberLength(screen: string, length: number) {
  localStorage.setItem(key, JSON.stringify({ ...read(), [screen]: length }));
}

function read(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
