import type { UrlState } from '#src/lib/address.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { Switch } from '#src/ui/styled/switch.ts';

/** Whether the address asks for cash alone. */
export function kindIn({ type }: UrlState): 'cash' | undefined {
  return type === 'cash' ? 'cash' : undefined;
}

/** Leaves the stakes and payouts of the game out of a statement. */
export function CashOnly() {
  const [state, setState] = useUrlState();
  return (
    <Switch
      label="Cash only"
      mb={7}
      checked={kindIn(state) !== undefined}
      onChange={(event) =>
        setState({ type: event.currentTarget.checked ? 'cash' : undefined, page: undefined })
      }
    />
  );
}
