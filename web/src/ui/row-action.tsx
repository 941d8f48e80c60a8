import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { Icon } from './icon.tsx';
import classes from './row-action.module.css';

export interface RowActionProps {
  /** The given words: the tooltip and the name for tests and screen readers. */
  label: string;
  icon: Icon;
  /** What takes something away is red. */
  tone?: 'negative';
  /** Why it does nothing now; it can still be reached, so that everybody hears why. */
  disabledReason?: string | undefined;
  onClick?: () => void;
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

/** Inside of a menu: how an action looks there. */
export const RowActionForm = createContext<ComponentType<RowActionProps> | undefined>(undefined);

/**
 * One action of a table row; with `renderRoot` it becomes a link that looks the same. A list has
 * up to eight hundred of them, so it is a plain element.
 */
export function RowAction(given: RowActionProps) {
  const Item = use(RowActionForm);
  if (Item) return <Item {...given} />;
  const { label, icon: Icon, tone, disabledReason, onClick, renderRoot } = given;
  const props = {
    className: `mantine-focus-auto mantine-active ${classes.action}`,
    'aria-label': label,
    'data-tooltip': disabledReason ?? label,
    'aria-description': disabledReason,
    'aria-disabled': disabledReason !== undefined || undefined,
    'data-tone': tone,
    children: <Icon size={18} />,
  };
  return renderRoot ? renderRoot(props) : <button type="button" onClick={onClick} {...props} />;
}
