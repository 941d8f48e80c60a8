import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sizeBudget } from './size-budget.ts';

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
    manifest: true,
    // Inlined files would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
