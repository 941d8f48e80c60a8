import '@mantine/core/styles/Kbd.layer.css';

// Its style comes with it.
export { Kbd } from '@mantine/core';
