const { MODEL_FACTOR: factor = '1', MODEL_SEED: seed } = process.env;

/**
 * How often a model is tried, and from which seed: as many times as usual in `npm test`, more with
 * `MODEL_FACTOR`, and the very runs of before with `MODEL_SEED`.
 */
export function modelRuns(usual: number): { numRuns: number; seed?: number } {
  return { numRuns: Math.ceil(usual * Number(factor)), ...(seed ? { seed: Number(seed) } : {}) };
}

/** How long that may take before it counts as hanging: as any test, or so many times as long. */
export const modelMs = 600_000 * Math.max(1, Number(factor));
