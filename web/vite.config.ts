import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { loadHints } from './load-hints.ts';
import { precompress } from './precompress.ts';
import { sizeBudget } from './size-budget.ts';
import { themeVariables } from './theme-variables.ts';
import { withoutScrollArea } from './without-scroll-area.ts';

/** What opens above the page comes after it: bell, menu and wallets share what they open with. */
const popups = 'app/shell/(user-menu|wallet-popover|bell-popover)';

/** What most screens behind the login page share, small things from all over the place among it. */
const panel = [
  'src/(app/shell/(?!user-menu|wallet-popover|bell-[lp]|notification|chime)|data-table)',
  'src/(lib/(?!session-device)|live/(live|use)|ui/(?!date|year))',
  'contract/src/(users|transactions|reports)',
  'icons-react/dist/esm/icons',
  'core/esm/components/(Alert|SimpleGrid)',
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
  { name: 'panel', test: folders(...panel) },
  { name: 'popups', test: folders(popups) },
  { name: 'dates', test: folders('src/ui/date') },
  { name: 'form', test: folders('@mantine/form/') },
  { name: 'bets', test: folders('screens/bets/bet-(columns|pl|totals)', 'contract/src/bets') },
];

function folders(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})`.replaceAll('/', '[\\\\/]'));
}

export default defineConfig({
  plugins: [
    react(),
    themeVariables(),
    withoutScrollArea(),
    sizeBudget({ '/login': 160, '/users': 246, '/dashboard': 300, '/reports': 300 }),
    loadHints(),
    precompress(),
  ],
  // The server puts a fresh nonce in place of this word into every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
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
