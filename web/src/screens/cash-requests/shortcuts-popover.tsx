import IconKeyboard from 'tabler:keyboard';
import { Button, Text } from '@mantine/core';
import { Kbd } from '#src/ui/styled/kbd.ts';
import { Popover } from '#src/ui/styled/popover.ts';
import { Switch } from '#src/ui/styled/switch.ts';
import { Table } from '#src/ui/styled/table.ts';
import { shortcuts } from './shortcuts.ts';
import classes from './shortcuts-popover.module.css';

interface Props {
  opened: boolean;
  onChange: (opened: boolean) => void;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
}

/** The keys of this screen, and the way to turn them off for those whose machine speaks keys. */
export function ShortcutsPopover({ opened, onChange, isOn, onTurn }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      trapFocus
      returnFocus
      withRoles={false}
      position="bottom-end"
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button ?? ''}
          leftSection={<IconKeyboard size={18} />}
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => onChange(!opened)}
        >
          <span className={classes.words}>Keyboard shortcuts</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Keyboard shortcuts" maw="calc(100vw - 24px)">
        <Switch
          label="Use keyboard shortcuts"
          checked={isOn}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        <Table mt="xs" aria-label="Keyboard shortcuts" withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            {shortcuts.map(({ keys, does }) => (
              <Table.Tr key={does}>
                <Table.Th scope="row" fw={400}>
                  {keys.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed" mt="xs" maw={300}>
          They act on the row that has the focus, and rest while you type or a dialog is open.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
