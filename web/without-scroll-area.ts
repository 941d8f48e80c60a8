import type { Plugin } from 'vite';

const name = '\0without-scroll-area';

/**
 * Mantine's modal asks whether it is to scroll by `ScrollArea`, which ours never does. For that one
 * question it would take along the component and the floating-ui library behind it, 16 kB in all.
 */
export function withoutScrollArea(): Plugin {
  return {
    name: 'without-scroll-area',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => {
      const isAsked = /[\\/]ModalRoot\.mjs$/.test(importer ?? '');
      return isAsked && source.endsWith('/ScrollArea.mjs') ? name : undefined;
    },
    load: (id) => (id === name ? 'export const ScrollArea = { Autosize: null };' : undefined),
  };
}
