import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sizeBudget } from './size-budget.ts';

/**
 * Left alone, every part that two screens share becomes a file of its own, and the list of all
 * those files grows the entry with each new screen. Each group takes what it needs along, unless
 * a group before it has it already: so nothing from behind the login page is loaded before it.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'login', test: /src[\\/]screens[\\/]login[\\/]/ },
  { name: 'panel', test: /src[\\/](app[\\/]shell[\\/]|data-table[\\/]|ui[\\/](?!date|year))/ },
  { name: 'dates', test: /src[\\/]ui[\\/]date/ },
];

export default defineConfig({
  plugins: [
    react(),
    sizeBudget([
      { name: '/login', screens: ['src/screens/login/login-screen.tsx'], limitKb: 170 },
      {
        name: '/users',
        screens: ['src/app/shell/shell.tsx', 'src/screens/users/users-screen.tsx'],
        limitKb: 260,
      },
    ]),
  ],
  // The server puts a fresh nonce in place of this word into every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Inlined files would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
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
