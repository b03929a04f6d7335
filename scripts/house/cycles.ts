/** Who imports whom: file to its imports, each with the line it stands on. */
export type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A way of imports that comes back to where it began: `files[0]` imports `files[1]` on `line`, the last imports the first. */
export interface Cycle {
  files: readonly string[];
  line: number;
}

/** Shortest cycles that share no file: of a knot of many cycles one is told, the next when that one is undone. */
export function findCycles(graph: ImportGraph): Cycle[] {
  const told = new Set<string>();
  const cycles: Cycle[] = [];
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue;
    const files = shortestWayBack(graph, start);
    if (files === null || files.some((file) => told.has(file))) continue;
    for (const file of files) told.add(file);
    cycles.push({ files, line: graph.get(start)?.get(files[1] ?? start) ?? 1 });
  }
  return cycles;
}

function shortestWayBack(graph: ImportGraph, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const next of graph.get(file)?.keys() ?? []) {
      if (next === start) return wayTo(cameFrom, start, file);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}

function wayTo(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let file = end; file !== start; ) {
    file = cameFrom.get(file) ?? start;
    way.unshift(file);
  }
  return way;
}
