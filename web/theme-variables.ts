import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from './src/ui/theme.ts';

/**
 * The theme's variables as a style sheet, of the colours that the panel has. Mantine would work
 * them out in every browser, for all colours that it knows, before anything is drawn.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    load: (id) => (/[\\/]ui[\\/]theme-variables\.css$/.test(id) ? styles() : undefined),
  };
}

function styles(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const { gray, dark, red, pine } = whole.colors;
  const ours = { ...whole, colors: { gray, dark, red, pine } } as typeof whole;
  const { variables, light, dark: night } = defaultCssVariablesResolver(ours);
  const scheme = '--mantine-color-scheme';
  const css = convertCssVariables({
    variables,
    light: { [scheme]: 'light', ...light },
    dark: { [scheme]: 'dark', ...night },
  });
  return `@layer mantine{${css}}`;
}
