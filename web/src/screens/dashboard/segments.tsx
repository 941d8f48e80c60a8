import { useId } from 'react';
import classes from './segments.module.css';

interface Props<V extends string> {
  label: string;
  /** The words for each value. */
  choices: Record<V, string>;
  value: V;
  onChange: (value: V) => void;
  /** Small ones share the whole width. */
  isSmall?: boolean;
}

/** One of a few, side by side. */
export function Segments<V extends string>(props: Props<V>) {
  const { label, choices, value, onChange, isSmall } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.box}
      data-small={isSmall || undefined}
    >
      {(Object.entries(choices) as [V, string][]).map(([choice, words]) => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          {words}
        </label>
      ))}
    </div>
  );
}
