import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

// Its style comes with it.
export { Switch } from '@mantine/core';
