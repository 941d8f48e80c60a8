import IconLogout from 'tabler:logout';
import IconMoon from 'tabler:moon';
import IconSun from 'tabler:sun';
import IconUser from 'tabler:user';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { capitalise } from '#src/lib/format.ts';
import { signOut } from '#src/lib/sign-out.ts';
import { StandIn } from '#src/ui/stand-in.tsx';
import { Menu } from '#src/ui/styled/menu.ts';
import { useIsPhone } from '#src/ui/use-is-phone.ts';
import type { Popup } from './use-popup.ts';

interface Props extends Popup {
  id: string;
}

/** What the operator's name opens. */
export function UserMenu({ id, target, opened, onChange }: Props) {
  // The header has no room for its links there. Hidden by style alone they would take the focus.
  const isPhone = useIsPhone();
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      shadow="md"
      width={190}
      // In a portal it would stand outside of every landmark.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <StandIn target={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <>
            <Menu.Item component={Link} to="/users">
              Clients
            </Menu.Item>
            <Menu.Item component={Link} to="/Reports/BookDetail">
              Book Detail
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item component={Link} to="/Common/Profile" leftSection={<IconUser size={16} />}>
          Profile
        </Menu.Item>
        <ColorSchemeItem />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ColorSchemeItem() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme() === 'dark' ? 'light' : 'dark';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <Menu.Item
      leftSection={<Icon size={16} />}
      onClick={() => setColorScheme(other)}
      closeMenuOnClick={false}
    >
      {capitalise(other)} mode
    </Menu.Item>
  );
}
