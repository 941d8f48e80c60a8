import { localStorageColorSchemeManager } from '@mantine/core';

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Sets the remembered scheme before anything is drawn; an inline script may not do it. */
export function applyColorScheme() {
  const remembered = colorSchemeManager.get('auto');
  const isDark =
    remembered === 'dark' ||
    (remembered === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}
