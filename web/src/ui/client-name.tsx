import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { UrlState } from '#src/lib/address.ts';
import type { ClientTab } from '#src/lib/client-tabs.ts';

interface Props {
  /** Missing where a platform does not tell it. */
  id: bigint | undefined;
  name: string;
  /** The part of the page that goes on from where the name stands. */
  tab?: ClientTab;
  className?: string | undefined;
}

/** The name of a client, or of an operator below: the way to its page, with the same dates. */
export function ClientName({ id, name, tab, className = '' }: Props) {
  if (id === undefined) return name;
  const search = ({ startDay, endDay }: UrlState) => ({
    ...(tab ? { tab } : {}),
    ...(tab && startDay ? { startDay } : {}),
    ...(tab && endDay ? { endDay } : {}),
  });
  return (
    <Anchor
      inherit
      className={className}
      renderRoot={(props) => (
        <Link to="/clients/$userId" params={{ userId: String(id) }} search={search} {...props} />
      )}
    >
      {name}
    </Anchor>
  );
}
