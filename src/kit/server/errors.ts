import type { ErrorCode, ErrorStatus } from '~/kit/shared/error-codes';
import type { Verdict } from '~/kit/shared/verdict';

/** The start failed; `message` is the one line shown on the console (docs/product/running.md#environment). */
export class StartError extends Error {
  override name = 'StartError';
}

export interface Detail {
  field?: string;
  message: string;
  /** The path of the screen that mends it. */
  fix?: string;
  record?: { type: string; id: number; label: string };
}

/** A refusal: its code, its readable sentence, and the `details` and `data` of the response. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly details: Detail[] | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    status: ErrorStatus,
    sentence: string,
    more: { details?: Detail[]; data?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(sentence);
    this.code = code;
    this.status = status;
    this.details = more.details;
    this.data = more.data;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Throws when a rule refused: 409 unless another status is given. */
export function enforce(verdict: Verdict, status: ErrorStatus = 409, details?: Detail[]): void {
  if (!verdict.ok) {
    throw new AppError(verdict.code, status, verdict.sentence, details ? { details } : {});
  }
}

/** 403 where who the person is has to be shown again first (docs/product/sign-in.md#confirmation). */
export function enforceConfirmed({ must_confirm }: { must_confirm: boolean }): void {
  const sentence = 'Please enter your password again to continue';
  if (must_confirm) throw new AppError('auth.confirmation_needed', 403, sentence);
}

export function invalid(field: string, message: string): AppError {
  return new AppError('input.invalid', 400, message, { details: [{ field, message }] });
}

export function notFound(noun: string): AppError {
  return new AppError('record.not_found', 404, `${noun} not found`);
}

/** Logged when a call sends a code, or a status with it, that its description does not list. */
export const undeclaredCode = 'an error code that the call does not declare';
