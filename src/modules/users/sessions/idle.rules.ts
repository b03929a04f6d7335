/** How long before the end of an idle session its person is warned. */
export const warningSeconds = 60;

export type IdleState = 'active' | 'warning' | 'over';

/** What an idle time-out of so many minutes means for a browser whose person has been idle for so long. */
export function idleState(timeoutMinutes: number | null, idleMs: number): IdleState {
  if (timeoutMinutes === null) return 'active';
  const leftMs = timeoutMinutes * 60_000 - idleMs;
  if (leftMs <= 0) return 'over';
  return leftMs <= warningSeconds * 1000 ? 'warning' : 'active';
}
