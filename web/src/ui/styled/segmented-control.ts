import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

// Its style comes with it.
export { SegmentedControl } from '@mantine/core';
