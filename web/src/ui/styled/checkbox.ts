import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

// Its style comes with it.
export { Checkbox } from '@mantine/core';
