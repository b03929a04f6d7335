import type { ErrorCode } from './error-codes';

/** What a rule answers: allowed, or a code with the sentence that tells a person why not. */
export type Verdict = { ok: true } | { ok: false; code: ErrorCode; sentence: string };

/** The one verdict that lets pass. */
export const allowed: Verdict = { ok: true };

/** A refusal; `code` is one of a module's `NOUN.errors.ts`, `sentence` is shown as it is. */
export function refused(code: ErrorCode, sentence: string): Verdict {
  return { ok: false, code, sentence };
}

/** What is wrong with one field of a form or a body. */
export interface FieldProblem {
  /** Such as `customer_id` or `items.0.quantity`. */
  field: string;
  message: string;
}
