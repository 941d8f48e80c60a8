const box = { width: 300, height: 90 };
const points = 40;

/** The curve up to a multiplier, as tall as its box from 2× on: it bends as the flight grows. */
export function flightPath(hundredths: number): { line: string; area: string } {
  const top = Math.max(hundredths, 200);
  const share = Math.log(Math.max(hundredths, 100) / 100) / Math.log(top / 100);
  const steps = Array.from({ length: points + 1 }, (_, index) => {
    const at = (index / points) * share;
    const reached = (top / 100) ** at;
    const x = at * box.width;
    const y = box.height - 2 - ((reached - 1) / (top / 100 - 1)) * (box.height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const line = `M${steps.join('L')}`;
  const end = (share * box.width).toFixed(1);
  return { line, area: `${line}L${end},${box.height}L0,${box.height}Z` };
}
