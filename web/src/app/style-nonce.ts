declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * The nonce that the server put into this page; the policy refuses style tags without it. Scripts
 * need none, and have none: a browser keeps what it has compiled of a script by its nonce too, and
 * with one that is new in every page it would compile the panel anew with each load.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=style-nonce]')?.nonce ?? '';
}

// The scroll lock behind dialogs adds a style tag too and looks for its nonce under this name.
globalThis.__webpack_nonce__ = styleNonce();
