import '@mantine/core/styles/Popover.layer.css';

// Its style comes with it, when the first one is about to open.
export { Popover } from '@mantine/core';
