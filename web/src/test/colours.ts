/** What was won and what was lost, in the light scheme. */
export const green = 'rgb(23, 102, 58)';
export const red = 'rgb(176, 42, 42)';

export function colourOf(locator: { element(): Element }): string {
  return getComputedStyle(locator.element()).color;
}
