import { findCycles, type ImportGraph } from './cycles';
import type { Finding, Problem } from './finding';
import { fileImportProblem, packageImportProblem } from './import-rules';
import {
  computedImports,
  isBarrel,
  readImports,
  resolveImport,
  type Import,
  type Tree,
} from './imports';
import { nameProblems } from './name-rules';
import { placeOf, type Place } from './places';
import { lineAt, scan, type Scan } from './scan';
import { countLines, lengthProblem, MANY_LINES, MOST_LINES, textProblems } from './text-rules';

const CODE = /\.[cm]?[jt]sx?$/;
const STYLES = /\.css$/;

/** Everything wrong in all files, sorted by file and line. */
export function checkTree(tree: Tree): Finding[] {
  const findings = [...tree].flatMap(([path, text]) => checkFile(path, text, tree));
  return [...findings, ...checkCycles(tree)].sort(
    (one, other) =>
      compare(one.file, other.file) || one.line - other.line || compare(one.wrong, other.wrong),
  );
}

/** Everything wrong with one file; `tree` is needed to follow its imports. */
export function checkFile(path: string, text: string, tree: Tree): Finding[] {
  const place = placeOf(path);
  const at = (line: number, problem: Problem): Finding => {
    const { wrong, why, instead } = problem;
    return { file: path, line, wrong, why, instead };
  };
  const findings = nameProblems(place).map((problem) => at(1, problem));
  if (!CODE.test(path) && !STYLES.test(path)) return findings;
  const tooLong = lengthProblem(text);
  if (tooLong !== null) findings.push(at(MOST_LINES + 1, tooLong));
  const source = CODE.test(path) ? scan(path, text) : scanStyles(text);
  for (const { offset, problem } of textProblems(place, source))
    findings.push(at(lineAt(text, offset), problem));
  if (!CODE.test(path)) return findings;
  for (const entry of readImports(text, source)) {
    const problem = importProblem(place, entry, tree);
    if (problem !== null) findings.push(at(entry.line, problem));
  }
  if (place.floor !== 'outside')
    findings.push(...hiddenImports(source).map(([line, problem]) => at(line, problem)));
  return findings;
}

/** Files that are still allowed but long, the longest first. */
export function longFiles(tree: Tree): { file: string; lines: number }[] {
  return [...tree]
    .filter(([path]) => CODE.test(path) || STYLES.test(path))
    .map(([file, text]) => ({ file, lines: countLines(text) }))
    .filter(({ lines }) => lines >= MANY_LINES && lines <= MOST_LINES)
    .sort((one, other) => other.lines - one.lines);
}

/** A stylesheet has no code to read, only comments that may silence a checker. */
function scanStyles(text: string): Scan {
  return { code: '', comments: [{ start: 0, text }] };
}

function importProblem(place: Place, entry: Import, tree: Tree): Problem | null {
  const target = resolveImport(place.path, entry.specifier, tree);
  if (target.kind === 'package') return packageImportProblem(place, target.name);
  if (target.kind === 'file') return fileImportProblem(place, placeOf(target.path));
  if (place.floor === 'outside' || place.floor === 'app') return null;
  return {
    wrong: `'${entry.specifier}' leads to no file`,
    why: 'an import that cannot be followed cannot be checked',
    instead: 'write a relative path or ~/ and the path below src',
  };
}

function hiddenImports(source: Scan): [number, Problem][] {
  const computed: [number, Problem][] = computedImports(source).map((line) => [
    line,
    {
      wrong: 'an import whose path is computed',
      why: 'neither a reader nor this check can tell where it leads',
      instead: 'write the path as plain text in import(…)',
    },
  ]);
  if (!isBarrel(source)) return computed;
  const barrel: Problem = {
    wrong: 'a file of nothing but re-exports',
    why: 'a barrel hides who uses what and makes import cycles',
    instead: 'import from the file that holds it',
  };
  return [...computed, [1, barrel]];
}

function checkCycles(tree: Tree): Finding[] {
  return findCycles(importGraph(tree)).map(({ files, line }) => ({
    file: files[0] ?? '',
    line,
    wrong: `an import cycle: ${[...files, files[0]].join(' → ')}`,
    why: 'none of these files can be read, tested or loaded without all the others',
    instead: 'move what they share into a file below them, or pass it as an argument',
  }));
}

function importGraph(tree: Tree): ImportGraph {
  const graph = new Map<string, Map<string, number>>();
  for (const [path, text] of tree) {
    if (!CODE.test(path)) continue;
    const edges = new Map<string, number>();
    for (const entry of readImports(text, scan(path, text))) {
      const target = resolveImport(path, entry.specifier, tree);
      if (target.kind === 'file' && !edges.has(target.path)) edges.set(target.path, entry.line);
    }
    graph.set(path, edges);
  }
  return graph;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
