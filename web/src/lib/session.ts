import { UserDetails } from '@pitboss/contract/auth';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { forgetLeftPage, leavePage, readLeftPage } from './left-page.ts';
import { forgetFinds } from './recent-finds.ts';
import { removeToasts, toast } from './toast.ts';

export interface Session {
  token: string;
  userDetails: UserDetails;
}

/** The given names under which the session stands in browser storage. */
const tokenKey = 'token';
const userDetailsKey = 'userDetails';

const listeners = new Set<() => void>();
let session = stored();
let isSigningOut = false;
let mustEnrol = false;

function stored(): Session | null {
  const token = localStorage.getItem(tokenKey);
  const text = localStorage.getItem(userDetailsKey);
  if (!token || !text) return null;
  try {
    const details = z.safeDecode(UserDetails, JSON.parse(text));
    return details.success ? { token, userDetails: details.data } : null;
  } catch {
    return null;
  }
}

// Signing in or out in one tab holds for all of them.
window.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== tokenKey && key !== userDetailsKey) return;
  const next = stored();
  if (session && !next) leavePage(session.userDetails.username, 'Signed out in another tab.');
  replace(next);
});

function replace(next: Session | null) {
  // What was said to one operator is nothing for the next.
  if (session && next?.token !== session.token) removeToasts();
  session = next;
  mustEnrol = false;
  for (const listener of listeners) listener();
}

export function getSession(): Session | null {
  return session;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setSession(next: Session) {
  if (readLeftPage()?.operator !== next.userDetails.username) forgetLeftPage();
  forgetFinds();
  // In this order no other tab ever sees the token of one operator with the name of another.
  localStorage.removeItem(tokenKey);
  localStorage.setItem(userDetailsKey, JSON.stringify(z.encode(UserDetails, next.userDetails)));
  localStorage.setItem(tokenKey, next.token);
  replace(next);
}

/** Who is signed in now. */
export function operatorName(): string | undefined {
  return session?.userDetails.username;
}

export function clearSession() {
  forgetFinds();
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userDetailsKey);
  replace(null);
}

/**
 * A call made with `token` was told that its session is dead. Of several such calls the first
 * one counts, and none does while a logout runs.
 */
export function sessionLost(token: string, message: string) {
  if (isSigningOut || session?.token !== token) return;
  const reason = message || 'Session expired. Please log in again.';
  endSession(reason);
  toast.error(reason, 'Session Expired');
}

/** Ends the session of somebody who did not ask for it, and remembers where that was. */
export function endSession(reason: string) {
  if (session) leavePage(session.userDetails.username, reason);
  clearSession();
}

/** A call made with `token` was told that two-factor sign-in must be set up first. */
export function enrolmentAsked(token: string) {
  if (session?.token === token) setMustEnrol(true);
}

/** It is set up: everything else can be reached now. */
export function enrolmentDone() {
  setMustEnrol(false);
}

function setMustEnrol(next: boolean) {
  mustEnrol = next;
  for (const listener of enrolmentListeners) listener();
}

/** Apart from the session's own: what was read stays, and the guards have nothing to decide. */
const enrolmentListeners = new Set<() => void>();

/** Whether the operator reaches nothing but the way to a second factor. */
export function useMustEnrol(): boolean {
  return useSyncExternalStore(
    (listener) => {
      enrolmentListeners.add(listener);
      const unsubscribe = subscribeSession(listener);
      return () => {
        enrolmentListeners.delete(listener);
        unsubscribe();
      };
    },
    () => mustEnrol,
  );
}

/** Runs `work` with lost sessions unheeded; a repeat while it runs is ignored. */
export async function whileSigningOut(work: () => Promise<void>) {
  if (isSigningOut) return;
  isSigningOut = true;
  try {
    await work();
  } finally {
    isSigningOut = false;
  }
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, getSession);
}

/** The signed-in operator, on screens that the guard lets nobody else see. */
export function useOperator(): UserDetails | undefined {
  return useSession()?.userDetails;
}
