/** Where the server reads the time; a test hands in its own and moves it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
