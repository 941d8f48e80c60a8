import { tabTitle } from './tab-title.ts';

/** Where an operator was when its session ended by itself, and what stood in the fields there. */
export interface LeftPage {
  operator: string;
  /** Why the session ended. */
  reason: string;
  address: string;
  title: string;
  drafts: Record<string, Draft>;
}

export type Draft = Record<string, unknown>;

/** Only in this tab, and only for the operator who was here. */
const storageKey = 'left-page';

/** The forms on the page by their names, with what was typed into them, if anything was. */
const forms = new Map<string, () => Draft | undefined>();

/** Tells of a form that is on the page; gives back the way to take it off. */
export function registerForm(name: string, valuesOf: () => Draft | undefined): () => void {
  forms.set(name, valuesOf);
  return () => {
    if (forms.get(name) === valuesOf) forms.delete(name);
  };
}

/** Remembers the page, before it goes with the session. */
export function leavePage(operator: string, reason: string) {
  const { pathname, search } = window.location;
  const typed = [...forms].map(([name, read]) => [name, read()] as const);
  const drafts = Object.fromEntries(typed.filter((entry): entry is [string, Draft] => !!entry[1]));
  const left = { operator, reason, address: pathname + search, title: tabTitle(), drafts };
  keep(left);
}

export function readLeftPage(): LeftPage | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    return text ? (JSON.parse(text) as LeftPage) : undefined;
  } catch {
    return undefined;
  }
}

/** Gives out once what had been typed into a form. */
export function takeDraft(operator: string | undefined, name: string): Draft | undefined {
  const left = readLeftPage();
  const draft = left?.drafts[name];
  if (!left || !draft || left.operator !== operator) return undefined;
  delete left.drafts[name];
  keep(left);
  return draft;
}

export function forgetLeftPage() {
  sessionStorage.removeItem(storageKey);
}

function keep(left: LeftPage) {
  sessionStorage.setItem(storageKey, JSON.stringify(left));
}
