import IconCopy from 'tabler:copy';
import { copyText } from '#src/lib/copy-text.ts';
import { toast } from '#src/lib/toast.ts';
import classes from './copied-text.module.css';
import { RowAction } from './row-action.tsx';

interface Props {
  /** What the text is, for the name of its button. */
  title: string;
  shown: string;
  /** What is copied where it is not what is shown. */
  text?: string | undefined;
  /** Signs that say nothing to a reader, like a hash. */
  isCode?: boolean;
}

/** Text with a button that copies it. */
export function CopiedText({ title, shown, text = shown, isCode = false }: Props) {
  return (
    <span className={classes.copied}>
      {isCode ? <code className={classes.code}>{shown}</code> : shown || '-'}
      <RowAction label={`Copy ${title}`} icon={IconCopy} onClick={() => copy(text)} />
    </span>
  );
}

async function copy(text: string) {
  if (!text) return toast.warning('Nothing to copy.');
  try {
    await copyText(text);
    toast.success('Copied to clipboard!');
  } catch (error) {
    console.error(error);
    toast.error('Failed to copy to clipboard. Please try again.');
  }
}
