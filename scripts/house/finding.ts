/** What is wrong with a piece of the house, why it matters and what to do instead; all without a final full stop. */
export interface Problem {
  wrong: string;
  why: string;
  instead: string;
}

/** A problem and the offset in its file that it is at. */
export interface Located {
  offset: number;
  problem: Problem;
}

/** A problem with its place; `line` counts from 1. */
export interface Finding extends Problem {
  file: string;
  line: number;
}

/** One line for the reader, clickable in most terminals. */
export function formatFinding(finding: Finding): string {
  const { file, line, wrong, why, instead } = finding;
  return `${file}:${line}  ${wrong}. Why: ${why}. Instead: ${instead}.`;
}
