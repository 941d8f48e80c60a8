import type { Endpoint } from '@pitboss/contract/endpoint';
import { callEndpoint, type Input } from '@pitboss/testkit/call-endpoint';

export function address(): string {
  const given = process.env.PITBOSS_ADDRESS;
  if (!given) throw new Error('The platform under test has not said where it listens.');
  return given;
}

/** Calls the platform under test as any other client would. */
export function call<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return callEndpoint(address(), endpoint, input);
}
