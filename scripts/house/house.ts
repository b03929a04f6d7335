import type { Finding, Located, Problem } from './finding';
import { fileImportProblem, maySpeakSql, packageImportProblem } from './import-rules';
import { identifierProblems } from './identifiers';
import { resolveImport, type Tree } from './imports';
import { barrel, nameProblems } from './name-rules';
import { locationOf, type FileLocation } from './locations';
import { serviceProblem } from './service-rules';
import { lineAt, readSource, type Source } from './source';
import { classProblems, measureProblems } from './style-rules';
import { ownerlessTables, tableProblems } from './tables';
import { lengthProblems, textProblems } from './text-rules';
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
  return located.map(({ offset, problem }) => ({
    file: location.path,
    line: lineAt(text, offset),
    ...problem,
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
    ...textProblems(location, source),
    ...wordProblems(location.path, proseOf(source)),
    ...identifierProblems(location.path, source.code),
    ...(maySpeakSql(location) ? tableProblems(location, source) : []),
    ...importProblems(location, source, tree),
    ...(location.layer !== 'outside' && source.isBarrel
      ? [{ offset: 0, problem: barrel('a file of nothing but re-exports') }]
      : []),
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

function importProblems(location: FileLocation, { imports }: Source, tree: Tree): Located[] {
  return imports.flatMap(({ specifier, offset }) => {
    const problem = importProblem(location, specifier, tree);
    return problem === null ? [] : [{ offset, problem }];
  });
}

function importProblem(location: FileLocation, specifier: string, tree: Tree): Problem | null {
  const target = resolveImport(location.path, specifier, tree);
  if (target.kind === 'package') return packageImportProblem(location, target.name);
  // The compiler refuses those that lead nowhere.
  return target.kind === 'file' ? fileImportProblem(location, locationOf(target.path)) : null;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
