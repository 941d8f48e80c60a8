import { Fragment } from 'react';
import classes from './grouped-number.module.css';

const fours = /.{1,4}/gu;

/**
 * An IBAN as it is printed, four by four, and broken into lines between them. The gaps are drawn:
 * what is copied, searched for or read aloud is the number alone.
 */
export function GroupedNumber({ number }: { number: string }) {
  const groups = number.match(fours) ?? [];
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group has nothing but its place.
    <Fragment key={index}>
      <span className={classes.group}>{group}</span>
      <wbr />
    </Fragment>
  ));
}
