declare global {
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the server put into this page; the policy refuses style tags without it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

// The scroll lock behind dialogs adds a style tag too and looks for its nonce under this name.
globalThis.__webpack_nonce__ = styleNonce();
