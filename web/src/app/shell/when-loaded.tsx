import { type ReactNode, Suspense, useState } from 'react';

interface Props {
  /** The button as it looks before what it opens is there. */
  button: (onClick: () => void) => ReactNode;
  /** The same button with what it opens, already open where it was pressed meanwhile. */
  children: (isWanted: boolean) => ReactNode;
}

/** What opens above the page is loaded after the page, for nobody has asked for it yet. */
export function WhenLoaded({ button, children }: Props) {
  const [isWanted, setWanted] = useState(false);
  return <Suspense fallback={button(() => setWanted(true))}>{children(isWanted)}</Suspense>;
}
