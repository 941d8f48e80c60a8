import { pause } from './pause.ts';

interface Times {
  pauseMs: number;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}

/** Does a piece of work again and again until it is told to stop; one that failed is told of. */
export async function keepDoing(
  work: () => Promise<void>,
  { pauseMs, stopping, onError }: Times,
): Promise<void> {
  while (!stopping.aborted) {
    await work().catch(onError);
    await pause(pauseMs, stopping);
  }
}
