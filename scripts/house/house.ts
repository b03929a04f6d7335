import type { Finding, Problem } from './finding';
import { fileImportProblem, packageImportProblem } from './import-rules';
import { resolveImport, type Tree } from './imports';
import { nameProblems } from './name-rules';
import { placeOf, type Place } from './places';
import { type Import, lineAt, readSource, type Source } from './source';
import { countLines, lengthProblem, MANY_LINES, MOST_LINES, textProblems } from './text-rules';

const CODE = /\.[cm]?[jt]sx?$/;
const STYLES = /\.css$/;

/** Everything wrong in all files, sorted by file and line. */
export function checkTree(tree: Tree): Finding[] {
  const findings = [...tree].flatMap(([path, text]) => checkFile(path, text, tree));
  return findings.sort(
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
  if (!CODE.test(path)) {
    // A stylesheet has no code to read, only comments that may silence a checker.
    const located = textProblems(place, { code: '', comments: [{ start: 0, text }] });
    return [
      ...findings,
      ...located.map(({ offset, problem }) => at(lineAt(text, offset), problem)),
    ];
  }
  const source = readSource(path, text);
  for (const { line, message } of source.errors) findings.push(at(line, unreadable(message)));
  for (const { offset, problem } of textProblems(place, source))
    findings.push(at(lineAt(text, offset), problem));
  for (const entry of source.imports) {
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

function unreadable(message: string): Problem {
  return {
    wrong: `not to be parsed (${message})`,
    why: 'what cannot be parsed cannot be checked',
    instead: 'write it as valid TypeScript',
  };
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

function hiddenImports({ computedImports, isBarrel }: Source): [number, Problem][] {
  const computed: [number, Problem][] = computedImports.map((line) => [
    line,
    {
      wrong: 'an import whose path is computed',
      why: 'neither a reader nor this check can tell where it leads',
      instead: 'write the path as plain text in import(…)',
    },
  ]);
  if (!isBarrel) return computed;
  const barrel: Problem = {
    wrong: 'a file of nothing but re-exports',
    why: 'a barrel hides who uses what and makes import cycles',
    instead: 'import from the file that holds it',
  };
  return [...computed, [1, barrel]];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
