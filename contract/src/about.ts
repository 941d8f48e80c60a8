/**
 * What a call is about, and where its id stands: in the path, the body or the answer under this
 * name; the caller's own account or session; nowhere, where there is but one or it means them all.
 */
export interface About<Where extends string = string, Kind extends string = string> {
  kind: Kind;
  id: Where;
}

/** Whether the caller says which one it means. */
export function isNamed({ id }: About): boolean {
  return id.startsWith('path.') || id.startsWith('body.');
}

interface Told {
  params: unknown;
  body: unknown;
  /** Missing where the call was refused. */
  answer?: unknown;
}

/** The id of what a call is about, as it was sent or answered; undefined where neither has it. */
export function idIn({ id }: About, { params, body, answer }: Told): unknown {
  const [place, name] = id.split('.');
  const told = { path: params, body, answer }[String(place)];
  return name === undefined ? undefined : (told as Record<string, unknown> | undefined)?.[name];
}
