import { useEffect, useState } from 'react';

/** docs/panel.md, Frame: from this width on the menu stands beside the page. */
const desktopQuery = '(min-width: 992px)';

/** Open or closed, and apart from that slim or full. It starts open where it has room. */
export function useSidebar() {
  const [isDesktop, setDesktop] = useState(() => matchMedia(desktopQuery).matches);
  const [isOpen, setOpen] = useState(isDesktop);
  const [isSlim, setSlim] = useState(false);
  useEffect(() => {
    const query = matchMedia(desktopQuery);
    const follow = () => {
      setDesktop(query.matches);
      setOpen(query.matches);
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return {
    isDesktop,
    isOpen,
    isSlim: isSlim && isDesktop,
    /** Open above the page, which lies under a dark overlay. */
    isOverlaid: isOpen && !isDesktop,
    toggle: () => setOpen(!isOpen),
    toggleSlim: () => setSlim(!isSlim),
    close: () => setOpen(false),
  };
}

export type Sidebar = ReturnType<typeof useSidebar>;
