import type { Currency } from '@pitboss/contract/money';
import { useOperator } from './session.ts';
import { useUrlState } from './url-state.ts';

/** The currency in the address, which only SUPER may choose: everybody else's branch has one. */
export function useChosenCurrency(): Currency | undefined {
  const isSuper = useOperator()?.role === 'SUPER';
  const [{ currency }] = useUrlState();
  return isSuper ? currency : undefined;
}
