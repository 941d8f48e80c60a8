import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

// Its style comes with it, when the first one is about to open.
export { Menu } from '@mantine/core';
