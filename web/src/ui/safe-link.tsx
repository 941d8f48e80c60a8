import { Anchor } from '@mantine/core';

const safePattern = /^(https?:\/\/|tel:|mailto:)/i;

/** An address from the database: a link where it leads to a page, a call or a letter, else text. */
export function SafeLink({ href }: { href: string }) {
  if (!safePattern.test(href)) return href;
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </Anchor>
  );
}
