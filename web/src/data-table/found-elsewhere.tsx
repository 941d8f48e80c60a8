import { Anchor, Text } from '@mantine/core';
import type { Currency } from '@pitboss/contract/money';
import { Link } from '@tanstack/react-router';
import type { UrlState } from '#src/lib/address.ts';
import classes from './table-frame.module.css';

/** A search that finds something in other currencies too says so, and leads there. */
export function FoundElsewhere({ currencies }: { currencies: Currency[] | undefined }) {
  if (!currencies?.length) return null;
  return (
    <Text role="status" className={classes.elsewhere ?? ''}>
      There are matches in{' '}
      {currencies.map((currency, index) => (
        <span key={currency}>
          {index > 0 && ' and '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link
                to="."
                search={(state: UrlState) => ({ ...state, currency, page: undefined })}
                {...props}
              />
            )}
          >
            {currency}
          </Anchor>
        </span>
      ))}{' '}
      too.
    </Text>
  );
}
