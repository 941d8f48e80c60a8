import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { RowActionForm, type RowActionProps } from './row-action.tsx';
import classes from './row-menu.module.css';
import { RowMenuButton } from './row-menu-button.tsx';
import { Menu } from './styled/menu.ts';

interface Props {
  label: string;
  /** The row's actions. */
  children: ReactNode;
}

const Opener = createContext<RefObject<HTMLButtonElement | null> | undefined>(undefined);

/** The actions of a row by their words, open from the start: it is loaded when it is asked for. */
export function RowMenu({ label, children }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      onClose={() => opener.current?.focus()}
      // It would give the first action the focus twice, and take back a step made in between.
      trapFocus={false}
      position="bottom-end"
      shadow="md"
      // In a portal it would stand outside of every landmark.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <RowMenuButton label={label} ref={opener} />
      </Menu.Target>
      <Menu.Dropdown
        ref={list}
        className={classes.menu ?? ''}
        onKeyDown={({ key }) => {
          if (key === 'Tab') setOpen(false);
        }}
      >
        <Opener value={opener}>
          <RowActionForm value={Item}>{children}</RowActionForm>
        </Opener>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A dialog that it opens gives the focus back to the button of the menu, which outlives it. */
function Item({ label, icon: Icon, tone, disabledReason, onClick, renderRoot }: RowActionProps) {
  const opener = use(Opener);
  return (
    <Menu.Item
      className={classes.item ?? ''}
      data-tone={tone}
      aria-disabled={disabledReason !== undefined || undefined}
      leftSection={<Icon size={18} />}
      onClick={() => {
        if (disabledReason !== undefined) return;
        opener?.current?.focus();
        onClick?.();
      }}
      {...(renderRoot ? { renderRoot } : {})}
    >
      {label}
      {disabledReason && <p className={classes.reason}>{disabledReason}</p>}
    </Menu.Item>
  );
}
