/** What is wrong, why it matters and what to do instead; all without a final full stop. */
export interface Problem {
  wrong: string;
  why: string;
  instead: string;
}

export interface Located {
  offset: number;
  problem: Problem;
}

export interface Finding extends Problem {
  file: string;
  line: number;
}

export function formatFinding(finding: Finding): string {
  const { file, line, wrong, why, instead } = finding;
  return `${file}:${line}  ${wrong}. Why: ${why}. Instead: ${instead}.`;
}
