// One file per icon has no types of its own; importing the barrel would cost seconds of build time.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  // biome-ignore lint/style/noDefaultExport: that is how the package exports an icon.
  export default icon;
}
