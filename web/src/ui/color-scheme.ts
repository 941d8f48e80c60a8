import { localStorageColorSchemeManager } from '@mantine/core';

/** What is remembered under this key is set before the first paint already: see early.js. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });
