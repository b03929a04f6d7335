import type { Finding, Located, Problem } from './finding';
import { fileImportProblem, maySpeakSql, packageImportProblem } from './import-rules';
import { resolveImport, type Tree } from './imports';
import { nameProblems } from './name-rules';
import { placeOf, type Place } from './places';
import { lineAt, readSource, type Source } from './source';
import { ownerlessTables, tableProblems } from './tables';
import { lengthProblem, MANY_LINES, MOST_LINES, countLines, textProblems } from './text-rules';

const CODE = /\.[cm]?[jt]sx?$/;
const STYLES = /\.css$/;
const MIGRATION = /^migrations\/.*\.sql$/;

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
  const located = [
    ...nameProblems(place).map((problem) => ({ offset: 0, problem })),
    ...contentProblems(place, text, tree),
  ];
  return located.map(({ offset, problem: { wrong, why, instead } }) => ({
    file: path,
    line: lineAt(text, offset),
    wrong,
    why,
    instead,
  }));
}

function contentProblems(place: Place, text: string, tree: Tree): Located[] {
  if (MIGRATION.test(place.path)) return ownerlessTables(text);
  // A stylesheet has no code to read, only comments that may silence a checker.
  if (STYLES.test(place.path))
    return [
      ...lengthProblems(text),
      ...textProblems(place, { code: '', comments: [{ start: 0, text }] }),
    ];
  if (!CODE.test(place.path)) return [];
  const source = readSource(place.path, text);
  return [
    ...lengthProblems(text),
    ...source.errors.map(({ offset, message }) => ({ offset, problem: unreadable(message) })),
    ...textProblems(place, source),
    ...(maySpeakSql(place) ? tableProblems(place, source) : []),
    ...importProblems(place, source, tree),
    ...(place.floor === 'outside' ? [] : hiddenImports(source)),
  ];
}

/** Files that are still allowed but long, the longest first. */
export function longFiles(tree: Tree): { file: string; lines: number }[] {
  return [...tree]
    .filter(([path]) => CODE.test(path) || STYLES.test(path))
    .map(([file, text]) => ({ file, lines: countLines(text) }))
    .filter(({ lines }) => lines >= MANY_LINES && lines <= MOST_LINES)
    .sort((one, other) => other.lines - one.lines);
}

function lengthProblems(text: string): Located[] {
  const problem = lengthProblem(text);
  if (problem === null) return [];
  const allowed = text.split('\n', MOST_LINES).join('\n');
  return [{ offset: allowed.length + 1, problem }];
}

function unreadable(message: string): Problem {
  return {
    wrong: `not to be parsed (${message})`,
    why: 'what cannot be parsed cannot be checked',
    instead: 'write it as valid TypeScript',
  };
}

function importProblems(place: Place, { imports }: Source, tree: Tree): Located[] {
  return imports.flatMap(({ specifier, offset }) => {
    const problem = importProblem(place, specifier, tree);
    return problem === null ? [] : [{ offset, problem }];
  });
}

function importProblem(place: Place, specifier: string, tree: Tree): Problem | null {
  const target = resolveImport(place.path, specifier, tree);
  if (target.kind === 'package') return packageImportProblem(place, target.name);
  if (target.kind === 'file') return fileImportProblem(place, placeOf(target.path));
  if (place.floor === 'outside' || place.floor === 'app') return null;
  return {
    wrong: `'${specifier}' leads to no file`,
    why: 'an import that cannot be followed cannot be checked',
    instead: 'write a relative path or ~/ and the path below src',
  };
}

function hiddenImports({ computedImports, isBarrel }: Source): Located[] {
  const computed = computedImports.map((offset) => ({
    offset,
    problem: {
      wrong: 'an import whose path is computed',
      why: 'neither a reader nor this check can tell where it leads',
      instead: 'write the path as plain text in import(…)',
    },
  }));
  if (!isBarrel) return computed;
  const barrel: Problem = {
    wrong: 'a file of nothing but re-exports',
    why: 'a barrel hides who uses what and makes import cycles',
    instead: 'import from the file that holds it',
  };
  return [...computed, { offset: 0, problem: barrel }];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
