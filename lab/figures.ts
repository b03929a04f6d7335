import os from 'node:os';

/** A row of the table that a run prints. */
export interface Figure {
  name: string;
  value: string;
  mark: string;
  /** Null where it could not be tried; `value` gives the reason. */
  holds: boolean | null;
  /** The measured part of its mark: at most 1 where it holds. */
  share?: number;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** The milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Calls it so often in turn and gives what each call gave, without the first, which warms up. */
export async function repeated<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  await work();
  const results: T[] = [];
  while (results.length < times) results.push(await work());
  return results;
}

/** A figure that may be `most` at most; `value` where more is to be shown than the number. */
export function atMost(
  name: string,
  measured: number,
  most: number,
  { unit = 'ms', value }: { unit?: string; value?: string } = {},
): Figure {
  const share = measured / most;
  return {
    name,
    value: value ?? `${measured.toFixed(0)} ${unit}`,
    mark: `at most ${most} ${unit}`.trim(),
    holds: share <= 1,
    share,
  };
}

/** The ratio of the medians of milliseconds with the product and of the same work without it, measured in turns. */
export function against(
  name: string,
  turns: readonly Record<'ours' | 'theirs', number>[],
  most: number,
): Figure {
  const ours = median(turns.map((turn) => turn.ours));
  const theirs = median(turns.map((turn) => turn.theirs));
  const value = `${ours.toFixed(0)} ms : ${theirs.toFixed(0)} ms = ${(ours / theirs).toFixed(2)}`;
  return atMost(name, ours / theirs, most, { unit: '', value });
}

/** A figure that holds only where nothing is amiss besides. */
export function besides(figure: Figure, amiss: string | undefined): Figure {
  if (amiss === undefined) return figure;
  return { ...figure, value: `${figure.value}; ${amiss}`, holds: false };
}

const verdictOf = (holds: boolean | null) => (holds === null ? 'not tried' : holds ? 'yes' : 'NO');

/** Prints the table; the process ends with 1 where a figure does not hold. */
export function printFigures(figures: readonly Figure[]): void {
  const lines = figures.map(
    ({ name, value, mark, holds }) => `| ${name} | ${value} | ${mark} | ${verdictOf(holds)} |`,
  );
  process.stdout.write(
    `\nNode ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}\n
| figure | measured | mark | holds |\n|---|---|---|---|\n${lines.join('\n')}\n`,
  );
  process.exitCode = figures.some(({ holds }) => holds === false) ? 1 : 0;
}

/** The parts that are named, `usual` where none is; throws where a name is none of them. */
export function chosenOf<Part>(
  parts: Readonly<Record<string, Part>>,
  names: readonly string[],
  usual = Object.keys(parts),
): [string, Part][] {
  const strange = names.find((name) => !(name in parts));
  if (strange !== undefined)
    throw new Error(`${strange} is none of ${Object.keys(parts).join(', ')}`);
  const chosen = names.length > 0 ? names : usual;
  return Object.entries(parts).filter(([name]) => chosen.includes(name));
}

/** Runs the parts in their order; one that fails leaves the others to run. */
export async function runParts<Of>(
  chosen: readonly [string, (of: Of) => Promise<Figure[]>][],
  of: Of,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, part] of chosen) {
    printLine(`\n── ${name}`);
    const ms = await timed(async () => {
      try {
        figures.push(...(await part(of)));
      } catch (error) {
        printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
        figures.push({ name, value: 'ended early: see above', mark: 'ends', holds: false });
      }
    });
    printLine(`${name} took ${(ms / 60_000).toFixed(1)} minutes`);
  }
  return figures;
}

/** Tells of progress, apart from the table. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
