import { notFound, redirect } from '@tanstack/react-router';
import { getSession } from '#src/lib/session.ts';

export function requireSession() {
  if (!getSession()) throw redirect({ to: '/login', replace: true });
}

/** Who is signed in has nothing to do at the login page; this is also the way on after it. */
export function requireNoSession() {
  if (getSession()) throw redirect({ to: '/dashboard', replace: true });
}

const idPattern = /^[1-9]\d{0,17}$/;

/** Every parameter in a path is an id; an address with anything else leads nowhere. */
export function requireIds({ params }: { params: Record<string, string | undefined> }) {
  const given = Object.values(params).filter((value) => value !== undefined);
  if (!given.every((value) => idPattern.test(value))) throw notFound();
}
