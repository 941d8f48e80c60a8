import { createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef8f5',
  '#dcefe9',
  '#b4ddd1',
  '#86c9b6',
  '#5cb49d',
  '#3d9e86',
  '#248a71',
  '#0f6f5c',
  '#0b5a4b',
  '#07463b',
];

/** Cool greys; Mantine's own dark scale is warmer than the accent. */
const dark: MantineColorsTuple = [
  '#d5dbe0',
  '#b8c1c8',
  '#97a3ac',
  '#74818b',
  '#46525b',
  '#343f47',
  '#273138',
  '#1c2429',
  '#151b1f',
  '#0f1417',
];

type Colour = 'pine' | 'gray' | 'dark' | 'red' | 'dimmed' | `var(--${string})`;

declare module '@mantine/core' {
  /** The colours that the build makes variables of; another one would stay without them. */
  interface MantineThemeColorsOverride {
    colors: Record<Colour, MantineColorsTuple>;
  }
}

/** What style sheets are made of; the build reads it too. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 7,
  colors: { pine, dark },
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // 576 px (small toggle) and 992 px (desktop menu), in ems as Mantine wants them.
  breakpoints: { xs: '36em', md: '62em' },
});
