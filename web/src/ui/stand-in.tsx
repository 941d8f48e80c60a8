import { type Ref, type RefObject, useImperativeHandle } from 'react';

interface Props {
  target: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement | null>;
}

/** Where Mantine wants the button that something hangs from: one that stands elsewhere already. */
export function StandIn({ target, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}
