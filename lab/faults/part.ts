import type { Plan } from './plan';

/** A line of the table. */
export interface Line {
  what: string;
  measured: string;
  mark: string;
  /** Null where it could not be tried, which `measured` says. */
  holds: boolean | null;
}

/** One kind of faults. */
export interface Part {
  /** How long it takes on two quiet cores. */
  minutes: (plan: Plan) => number;
  run: (plan: Plan, tell: (line: string) => void) => Promise<Line[]>;
}
