import '@mantine/core/styles/Table.layer.css';

// Its style comes with it.
export { Table } from '@mantine/core';
