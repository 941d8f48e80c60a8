import { posix } from 'node:path';

export interface Source {
  path: string;
  text: string;
}

/**
 * Folders directly below `top`, and the files beside them, are rooms. Gives out those that import
 * each other, straight or by way of others, as the list of rooms on each such circle. Imports alone
 * may be without a circle while rooms are not: then no order of reading them is right.
 */
export function circlesOfRooms(top: string, sources: Source[]): string[][] {
  const leadsTo = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const from = roomOf(top, path);
    for (const [, named = ''] of text.matchAll(/ from '((?:\.|#src\/)[^']+)'/g)) {
      const to = roomOf(top, fileNamed(top, path, named));
      if (!from || !to || from === to) continue;
      leadsTo.set(from, (leadsTo.get(from) ?? new Set()).add(to));
    }
  }
  const reach = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of leadsTo.get(room) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  const reached = new Map([...leadsTo.keys()].map((room) => [room, reach(room)]));
  const onCircle = [...reached.keys()].filter((room) => reached.get(room)?.has(room)).sort();
  const circleOf = (room: string) =>
    onCircle.filter((other) => reached.get(room)?.has(other) && reached.get(other)?.has(room));
  return onCircle.map(circleOf).filter((circle, at) => circle[0] === onCircle[at]);
}

function fileNamed(top: string, path: string, named: string): string {
  return named.startsWith('#src/')
    ? posix.join(top, named.slice('#src/'.length))
    : posix.join(posix.dirname(path), named);
}

function roomOf(top: string, path: string): string | undefined {
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1).split('/')[0] : undefined;
}
