/** What every failed call throws. Status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** Message per field of the request. */
  readonly errors: Record<string, string>;
  /** The server asks to come again: it has not decided, or still works on it. */
  readonly isNotYet: boolean;

  constructor(
    status: number,
    message: string,
    errors: Record<string, string> = {},
    isNotYet = false,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.isNotYet = isNotYet;
  }

  /** The call goes through once the caller has proven itself again. */
  get asksForProof(): boolean {
    return this.status === 403 && 'stepUp' in this.errors;
  }

  /** Nothing goes through until the caller has set up two-factor sign-in. */
  get asksForEnrolment(): boolean {
    return this.status === 403 && 'secondFactor' in this.errors;
  }

  /** No answer, or a server that may be fine again in a moment. */
  get isConnection(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /**
   * Whether the server said for certain what became of the request; a 200 here is one that says
   * no. Behind a 408, 425 or 429 it may never have been read, and it may run on where the server
   * asks to come again.
   */
  get isDefinite(): boolean {
    const isRefusal = this.status === 200 || (this.status >= 400 && this.status < 500);
    return isRefusal && !this.isNotYet && ![408, 425, 429].includes(this.status);
  }
}

/** The server's own words, else the fallback. */
export function failureText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback;
}

/** The platform has no such call: it may have the given calls alone. */
export function isNoSuchCall(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}

export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.errors : {};
}
