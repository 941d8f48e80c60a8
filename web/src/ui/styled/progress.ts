import '@mantine/core/styles/Progress.layer.css';

// Its style comes with it.
export { Progress } from '@mantine/core';
