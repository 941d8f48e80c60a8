import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ThemeProvider } from '#src/ui/theme-provider.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { styleNonce } from './style-nonce.ts';

interface Props {
  client: QueryClient;
  /** Tests do not wait until things have moved. */
  env?: 'default' | 'test';
  children: ReactNode;
}

/** What every screen needs around it, on a page and in a test. */
export function Providers({ client, env = 'default', children }: Props) {
  return (
    <ThemeProvider getStyleNonce={styleNonce} env={env}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
      <Toasts />
    </ThemeProvider>
  );
}
