import { Anchor } from '@mantine/core';

const safePattern = /^(https?:\/\/|tel:|mailto:)/i;

/** An address from the database: a link where it leads to a page, a call or a letter, else text. */
export function SafeLink({ href, children = href }: { href: string; children?: string }) {
  if (!safePattern.test(href)) return children;
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </Anchor>
  );
}
