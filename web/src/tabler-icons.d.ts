declare module 'tabler:*' {
  import type { Icon } from './ui/icon.tsx';

  const icon: Icon;
  // biome-ignore lint/style/noDefaultExport: each icon is a module with nothing else in it.
  export default icon;
}
