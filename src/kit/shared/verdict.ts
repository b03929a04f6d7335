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

/** The parts of a refusal that its first sentence, such as "The bill differs. …", does not contain already. */
export function unsaid<T extends { message: string }>(
  first: string | null,
  parts: readonly T[],
): T[] {
  return parts.filter(({ message }) => !first?.includes(message));
}
