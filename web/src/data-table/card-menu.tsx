import { lazy, type ReactNode, Suspense, useState } from 'react';
import { RowMenuButton } from '#src/ui/row-menu-button.tsx';

/** Most pages are left without a menu having been opened. */
const RowMenu = lazy(async () => {
  const { RowMenu } = await import('#src/ui/row-menu.tsx');
  return { default: RowMenu };
});

/** The row's actions behind one button, by their words. */
export function CardMenu({ label, children }: { label: string; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const button = <RowMenuButton label={label} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <RowMenu label={label}>{children}</RowMenu>
    </Suspense>
  );
}
