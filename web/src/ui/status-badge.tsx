import type { Icon } from './icon.tsx';
import classes from './status-badge.module.css';

const tones: Record<string, string | undefined> = {
  active: classes.good,
  success: classes.good,
  yes: classes.good,
  settled: classes.good,
  flying: classes.good,
  done: classes.good,
  'in play': classes.good,
  new: classes.good,
  'as expected': classes.good,
  suspended: classes.caution,
  check: classes.caution,
  'held up': classes.caution,
  '10–30 min': classes.caution,
  pending: classes.caution,
  unsettled: classes.caution,
  betting: classes.caution,
  'under maintenance': classes.caution,
  locked: classes.bad,
  'over 30 min': classes.bad,
  'pays too much': classes.bad,
  'pays too little': classes.bad,
  failed: classes.bad,
  blocked: classes.bad,
  freezed: classes.bad,
  refused: classes.bad,
};

interface Props {
  status: string;
  icon?: Icon;
}

/** One word in the colour of what it means; a word it does not know stays grey. */
export function StatusBadge({ status, icon: Icon }: Props) {
  const tone = tones[status.toLowerCase()] ?? classes.quiet;
  return (
    <span className={`${classes.badge} ${tone}`}>
      {Icon && <Icon size={14} />}
      {status}
    </span>
  );
}
