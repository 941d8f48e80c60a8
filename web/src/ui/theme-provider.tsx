import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from './color-scheme.ts';
import { componentDefaults } from './component-defaults.ts';
import { theme } from './theme.ts';

const whole = { ...theme, components: componentDefaults };

interface Props {
  getStyleNonce: () => string;
  env: 'default' | 'test';
  children: ReactNode;
}

/** Mantine's provider without the style tags that it makes: our build has made them already. */
export function ThemeProvider({ getStyleNonce, env, children }: Props) {
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager: colorSchemeManager,
    getRootElement,
  });
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        getStyleNonce,
        env,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={whole}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

function getRootElement() {
  return document.documentElement;
}
