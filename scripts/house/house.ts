import type { Finding, Located, Problem } from './finding';
import { fileImportProblem, maySpeakSql, packageImportProblem } from './import-rules';
import { resolveImport, type Tree } from './imports';
import { nameProblems } from './name-rules';
import { placeOf, type Place } from './places';
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
  place: Place;
  text: string;
  source: Source | null;
}

type Importers = ReadonlyMap<string, readonly Place[]>;

function readFile(path: string, text: string): File {
  return { place: placeOf(path), text, source: CODE.test(path) ? readSource(path, text) : null };
}

function importersIn(files: readonly File[], tree: Tree): Importers {
  const importers = new Map<string, Place[]>();
  for (const { place, source } of files) {
    for (const { specifier } of source?.imports ?? []) {
      const target = resolveImport(place.path, specifier, tree);
      if (target.kind !== 'file') continue;
      importers.set(target.path, [...(importers.get(target.path) ?? []), place]);
    }
  }
  return importers;
}

function checkFile(file: File, tree: Tree, importers: Importers): Finding[] {
  const { place, text } = file;
  const ofFile = [
    ...nameProblems(place),
    serviceProblem(place, importers.get(place.path) ?? []),
  ].filter((problem) => problem !== null);
  const located = [
    ...ofFile.map((problem) => ({ offset: 0, problem })),
    ...contentProblems(file, tree),
  ];
  return located.map(({ offset, problem: { wrong, why, instead } }) => ({
    file: place.path,
    line: lineAt(text, offset),
    wrong,
    why,
    instead,
  }));
}

function contentProblems({ place, text, source }: File, tree: Tree): Located[] {
  if (MIGRATION.test(place.path)) return ownerlessTables(text);
  if (STYLES.test(place.path))
    return [
      ...lengthProblems(text),
      ...textProblems(place, { code: '', comments: [{ start: 0, text }] }),
      ...measureProblems(place.path, text),
      ...wordProblems(place.path, [...text.matchAll(STYLE_COMMENT)].map(pieceOf)),
    ];
  if (PROSE.test(place.path)) return wordProblems(place.path, [{ offset: 0, text }]);
  if (source === null) return [];
  return [
    ...lengthProblems(text),
    ...source.errors.map(({ offset, message }) => ({ offset, problem: unreadable(message) })),
    ...textProblems(place, source),
    ...wordProblems(place.path, proseOf(source)),
    ...(maySpeakSql(place) ? tableProblems(place, source) : []),
    ...importProblems(place, source, tree),
    ...(place.floor === 'outside' ? [] : hiddenImports(source)),
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
