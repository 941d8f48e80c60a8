import { channel, tracingChannel } from 'node:diagnostics_channel';

/**
 * What a node tells of its own work. Who tells does not know whether anybody hears; while nobody
 * does, it costs nothing but the question.
 */
interface Signal<T extends object> {
  tell(message: T): void;
  isHeard(): boolean;
  /** Answers with how to stop. */
  hear(listener: (message: T) => void): () => void;
}

function signal<T extends object>(name: string): Signal<T> {
  const own = channel(`pitboss:${name}`);
  return {
    tell: (message) => own.publish(message),
    isHeard: () => own.hasSubscribers,
    hear: (listener) => {
      const hear = (message: unknown) => listener(message as T);
      own.subscribe(hear);
      return () => void own.unsubscribe(hear);
    },
  };
}

/** A call that was answered. */
export const calls = signal<{
  method: string;
  route: string;
  status: number;
  seconds: number;
  /** It lasted for as long as somebody listened, which says nothing of us. */
  isStream: boolean;
}>('call');

/** Somebody had to wait for a connection of a pool, or was told that all are in use. */
export const poolWaits = signal<{ pool: string; seconds: number; isRefused: boolean }>('pool-wait');

/** What was open in a round was settled or given back. */
export const settlements = signal<{ seconds: number; ended: number; held: number }>('settlement');

export const refusedSignIns = signal<{ door: 'auth' | 'player'; reason: 'wrong' | 'slowed' }>(
  'refused-sign-in',
);

/** A part of a call's work that takes time of its own. */
export interface Step {
  name: 'connection' | 'statement';
  /** The statement, without its values. */
  text?: string;
  /** What it failed with. */
  error?: unknown;
}

const stepChannel = tracingChannel<Step>('pitboss:step');

/** Does the step; whoever listens hears of its beginning and of its end. */
export function inStep<T>(step: Step, work: () => Promise<T>): Promise<T> {
  return stepChannel.hasSubscribers ? stepChannel.tracePromise(work, step) : work();
}

/** Answers with how to stop. */
export function hearSteps(begun: (step: Step) => void, ended: (step: Step) => void): () => void {
  const listeners = { start: begun, asyncEnd: ended };
  stepChannel.subscribe(listeners);
  return () => stepChannel.unsubscribe(listeners);
}
