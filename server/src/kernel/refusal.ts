/** The refusals that a caller can expect, and the HTTP status each is answered with. */
export const refusalStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  keyReused: 422,
  tooMany: 429,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

interface Details {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Part of an orderly start or stop: nobody has to be warned. */
  isExpected?: boolean;
}

/** Thrown by a verb to say no; anything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isExpected: boolean;

  constructor(code: RefusalCode, message: string, details: Details = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isExpected = details.isExpected ?? false;
  }
}

/** A refusal that belongs to one field of the form. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: { [field]: message } });
}
