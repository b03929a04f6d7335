import type { ErrorCode } from './error-codes';

/** The result of a rule: allowed, or a code with a sentence that explains the refusal. */
export type Verdict = { ok: true } | { ok: false; code: ErrorCode; message: string };

export const allowed: Verdict = { ok: true };

/** A refusal; `code` is one that the module declares in its `NOUN.rules.ts`, `message` is shown as it is. */
export function refused(code: ErrorCode, message: string): Verdict {
  return { ok: false, code, message };
}

export interface FieldProblem {
  field: string;
  message: string;
}
