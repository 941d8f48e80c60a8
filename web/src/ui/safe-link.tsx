import { Anchor } from '@mantine/core';
import { Fragment } from 'react';

const safePattern = /^(https?:\/\/|tel:|mailto:)/i;

/** An address from the database: a link where it leads to a page, a call or a letter, else text. */
export function SafeLink({ href, children = href }: { href: string; children?: string }) {
  if (!safePattern.test(href)) return children;
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer">
      {breakable(children)}
    </Anchor>
  );
}

/** Too long for its line it breaks behind a slash, and not within a word. */
function breakable(address: string) {
  return address.split(/(?<=\/)(?!\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
