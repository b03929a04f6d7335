/** Minutes after which a second factor that was started and never confirmed must be started again. */
export const setUpMinutes = 15;
export const recoveryCodeCount = 10;

/** The time of one code of an authenticator app, by which codes are numbered. */
export const stepSeconds = 30;
/** How many steps a clock may be off, either way. */
export const stepsOfDrift = 1;

export type TypedCode = { kind: 'app' | 'recovery'; code: string };

/** What someone typed as second factor, without the spaces and dashes that both kinds are read with. */
export function typedCode(text: string): TypedCode {
  const code = text.replace(/[\s-]/g, '').toLowerCase();
  return { kind: /^\d{6}$/.test(code) ? 'app' : 'recovery', code };
}

/**
 * Whether a code of step `step` may be taken: within the drift of `current`, and later than the last one that was, so
 * that a code that someone looked at over a shoulder is good for nothing.
 */
export function isFreshStep(step: number, { current, last }: { current: number; last: number }) {
  return Math.abs(step - current) <= stepsOfDrift && step > last;
}

/** A secret in groups of four, to be read and typed. */
export function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? '';
}
