import type { Finding, Located, Problem } from './finding';
import { fileImportProblem, maySpeakSql, packageImportProblem } from './import-rules';
import { identifierProblems } from './identifiers';
import { resolveImport, type Tree } from './imports';
import { nameProblems } from './name-rules';
import { locationOf, type FileLocation } from './locations';
import { serviceProblem } from './service-rules';
import { lineAt, readSource, type Source } from './source';
import { classProblems, measureProblems } from './style-rules';
import { ownerlessTables, tableProblems } from './tables';
import { lengthProblem, MANY_LINES, MOST_LINES, countLines, textProblems } from './text-rules';
import { wordProblems } from './words';

const CODE = /\.[cm]?[jt]sx?$/;
const STYLES = /\.css$/;
const STYLE_COMMENT = /\/\*[^]*?\*\//g;
const PROSE = /\.md$/;
const MIGRATION = /^migrations\/.*\.sql$/;

export function checkTree(tree: Tree): Finding[] {
  const files = [...tree].map(([path, text]) => readFile(path, text));
  const importers = importersIn(files, tree);
  const findings = files.flatMap((file) => checkFile(file, tree, importers));
  findings.push(...classProblems(tree));
  return findings.sort(
    (one, other) =>
      compare(one.file, other.file) || one.line - other.line || compare(one.wrong, other.wrong),
  );
}

interface File {
  location: FileLocation;
  text: string;
  source: Source | null;
}

type Importers = ReadonlyMap<string, readonly FileLocation[]>;

function readFile(path: string, text: string): File {
  return {
    location: locationOf(path),
    text,
    source: CODE.test(path) ? readSource(path, text) : null,
  };
}

function importersIn(files: readonly File[], tree: Tree): Importers {
  const importers = new Map<string, FileLocation[]>();
  for (const { location, source } of files) {
    for (const { specifier } of source?.imports ?? []) {
      const target = resolveImport(location.path, specifier, tree);
      if (target.kind !== 'file') continue;
      importers.set(target.path, [...(importers.get(target.path) ?? []), location]);
    }
  }
  return importers;
}

function checkFile(file: File, tree: Tree, importers: Importers): Finding[] {
  const { location, text } = file;
  const ofFile = [
    ...nameProblems(location),
    serviceProblem(location, importers.get(location.path) ?? []),
  ].filter((problem) => problem !== null);
  const located = [
    ...ofFile.map((problem) => ({ offset: 0, problem })),
    ...contentProblems(file, tree),
  ];
  return located.map(({ offset, problem: { wrong, why, instead } }) => ({
    file: location.path,
    line: lineAt(text, offset),
    wrong,
    why,
    instead,
  }));
}

function contentProblems({ location, text, source }: File, tree: Tree): Located[] {
  if (MIGRATION.test(location.path)) return ownerlessTables(text);
  if (STYLES.test(location.path))
    return [
      ...lengthProblems(text),
      ...textProblems(location, { code: '', comments: [{ start: 0, text }] }),
      ...measureProblems(location.path, text),
      ...wordProblems(location.path, [...text.matchAll(STYLE_COMMENT)].map(pieceOf)),
    ];
  if (PROSE.test(location.path)) return wordProblems(location.path, [{ offset: 0, text }]);
  if (source === null) return [];
  return [
    ...lengthProblems(text),
    ...source.errors.map(({ offset, message }) => ({ offset, problem: unreadable(message) })),
    ...textProblems(location, source),
    ...wordProblems(location.path, proseOf(source)),
    ...identifierProblems(location.path, source.code),
    ...(maySpeakSql(location) ? tableProblems(location, source) : []),
    ...importProblems(location, source, tree),
    ...(location.floor === 'outside' ? [] : hiddenImports(source)),
  ];
}

/** What people read in a source file: comments, and strings of more than one word. */
function proseOf({ comments, texts }: Source): { offset: number; text: string }[] {
  return [
    ...comments.map(({ start, text }) => ({ offset: start, text })),
    ...texts.filter(({ text }) => /\S\s+\S/.test(text)),
  ];
}

function pieceOf({ index, 0: text }: RegExpExecArray): { offset: number; text: string } {
  return { offset: index, text };
}

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

function importProblems(location: FileLocation, { imports }: Source, tree: Tree): Located[] {
  return imports.flatMap(({ specifier, offset }) => {
    const problem = importProblem(location, specifier, tree);
    return problem === null ? [] : [{ offset, problem }];
  });
}

function importProblem(location: FileLocation, specifier: string, tree: Tree): Problem | null {
  const target = resolveImport(location.path, specifier, tree);
  if (target.kind === 'package') return packageImportProblem(location, target.name);
  if (target.kind === 'file') return fileImportProblem(location, locationOf(target.path));
  if (location.floor === 'outside' || location.floor === 'app') return null;
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
