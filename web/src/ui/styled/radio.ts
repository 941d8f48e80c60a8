import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';

// Its style comes with it.
export { Radio } from '@mantine/core';
