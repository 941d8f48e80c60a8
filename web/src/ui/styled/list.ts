import '@mantine/core/styles/List.layer.css';

// Its style comes with it.
export { List } from '@mantine/core';
