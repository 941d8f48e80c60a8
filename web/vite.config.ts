import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { loadHints } from './load-hints.ts';
import { precompress } from './precompress.ts';
import { sizeBudget } from './size-budget.ts';
import { smallFont } from './small-font.ts';
import { tablerIcons } from './tabler-icons.ts';
import { themeVariables } from './theme-variables.ts';
import { withoutScrollArea } from './without-scroll-area.ts';

/** What opens above the page is fetched when somebody is about to open it. */
const popups = [
  'app/shell/(user-menu|wallet-popover|other-wallets|bell-(list|popover)|notification)',
  'ui/(row-menu\\.|styled/menu)',
];
const dialogs = [
  'app/shell/step-up-dialog',
  'ui/(confirm-dialog|form|held-orders|leave-guard|modal|use-form)',
  '@mantine/form/',
];
const popover = ['ui/(styled/popover|stand-in)', 'core/esm/components/Popover/'];
const calendar = ['ui/(calendar|year-field)'];

const late = [...popups, ...dialogs, ...popover, ...calendar];

/** What most screens behind the login page share, small things from all over the place among it. */
const panel = [
  'src/(app/shell/(?!bell-hearing|chime)|data-table)',
  'src/(lib/(?!session-device)|live/(live|use)|ui/(?!date|styled/))',
  'contract/src/(users|transactions|reports)',
  'tabler-icons',
  'core/esm/components/(Alert|SimpleGrid)',
];

/** What is heard of by itself, as soon as the shell stands. */
const live = ['live/follow', 'contract/src/(live|multiplier|notification|round-state)\\.'];

/** What dialogs, popovers and what stands in them are made of. */
const above = [
  'core/esm/core/',
  'core/esm/components/(Portal|Overlay|FocusTrap)/',
  'core/esm/components/[A-Za-z]+/(AccordionChevron|CheckIcon|RadioIcon)',
  'hooks/esm/use-(focus|mounted|resize-observer)',
  'ScrollArea/utils/to-int',
];

/**
 * Left alone, every part that two screens share becomes a file of its own: each has to be asked
 * for, and the list of them grows the entry with each new screen. A group takes what it needs
 * along, unless a group before it has it already: so nothing from behind the login page is loaded
 * before it. The packages stand apart because they stay the same from one release to the next.
 */
const groups = [
  { name: 'packages', test: /node_modules/, tags: ['$initial' as const] },
  { name: 'first', tags: ['$initial' as const] },
  { name: 'panel', test: without(folders(...panel), folders(...late)) },
  { name: 'live', test: folders(...live) },
  { name: 'above', test: folders(...above) },
  { name: 'hearing', test: folders('app/shell/bell-hearing', 'contract/src/notifications') },
  { name: 'popover', test: folders(...popover) },
  { name: 'popups', test: folders(...popups) },
  { name: 'dialogs', test: folders(...dialogs) },
  { name: 'dates', test: folders('src/ui/date') },
  { name: 'calendar', test: folders(...calendar) },
  { name: 'bets', test: folders('screens/bets/bet-(columns|pl|totals)', 'contract/src/bets') },
];

function folders(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})`.replaceAll('/', '[\\\\/]'));
}

function without(all: RegExp, some: RegExp) {
  return (id: string) => all.test(id) && !some.test(id);
}

export default defineConfig({
  plugins: [
    react(),
    tablerIcons(),
    themeVariables(),
    smallFont(),
    withoutScrollArea(),
    sizeBudget({ '/login': 159.5, '/users': 200, '/dashboard': 222, '/reports': 217 }),
    loadHints(),
    precompress(),
  ],
  build: {
    target: 'es2023',
    // Inlined files would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that runs this script can preload modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
