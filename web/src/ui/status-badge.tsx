import classes from './status-badge.module.css';

const tones: Record<string, string | undefined> = {
  active: classes.good,
  success: classes.good,
  yes: classes.good,
  suspended: classes.caution,
  pending: classes.caution,
  locked: classes.bad,
  failed: classes.bad,
  blocked: classes.bad,
  freezed: classes.bad,
};

/** One word in the colour of what it means; a word it does not know stays grey. */
export function StatusBadge({ status }: { status: string }) {
  const tone = tones[status.toLowerCase()] ?? classes.quiet;
  return <span className={`${classes.badge} ${tone}`}>{status}</span>;
}
