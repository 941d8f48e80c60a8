import { type ReactNode, useCallback, useState } from 'react';
import { RowMenuButton } from '#src/ui/row-menu-button.tsx';
import { useFetchedPart } from '#src/ui/use-fetched-part.ts';

/** Most pages are left without a menu having been opened. */
const loadMenu = async () => (await import('#src/ui/row-menu.tsx')).RowMenu;

/** The row's actions behind one button, by their words. */
export function CardMenu({ label, children }: { label: string; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const callOff = useCallback(() => setWanted(false), []);
  const { Part: RowMenu, need, near } = useFetchedPart(loadMenu, { isWanted, callOff });
  if (isWanted && RowMenu) return <RowMenu label={label}>{children}</RowMenu>;
  const press = () => {
    need();
    setWanted(true);
  };
  return <RowMenuButton label={label} onClick={press} {...near} />;
}
