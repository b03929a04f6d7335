/** The warning's lead time before an idle session ends. */
export const warningSeconds = 60;

export type IdleState = 'active' | 'warning' | 'over';

/** What an idle time-out in minutes means for a browser that has been idle for `idleMs` milliseconds. */
export function idleState(timeoutMinutes: number | null, idleMs: number): IdleState {
  if (timeoutMinutes === null) return 'active';
  const remainingMs = timeoutMinutes * 60_000 - idleMs;
  if (remainingMs <= 0) return 'over';
  return remainingMs <= warningSeconds * 1000 ? 'warning' : 'active';
}
