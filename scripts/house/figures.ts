import { resolveImport, type Tree } from './imports';
import { readSource } from './source';
import { countLines } from './text-rules';

const blockLines = 6;
const shortLines = 40;

/**
 * How many runs of six lines occur again elsewhere, character by character. Imports, blank lines, comments and lines
 * of brackets alone do not count; a longer run is one.
 */
export function repeatedBlocks(files: ReadonlyMap<string, string>): number {
  const seen = new Set<string>();
  let repeated = 0;
  for (const [path, text] of files) {
    const lines = meaningfulLines(path, text);
    let isInRun = false;
    for (let at = 0; at + blockLines <= lines.length; at += 1) {
      const block = lines.slice(at, at + blockLines).join('\n');
      const isAgain = seen.has(block);
      seen.add(block);
      if (isAgain && !isInRun) repeated += 1;
      isInRun = isAgain;
    }
  }
  return repeated;
}

function meaningfulLines(path: string, text: string): string[] {
  const { comments } = readSource(path, text);
  let code = text.replaceAll(/^import\b[\s\S]*?from '[^']*';$|^import '[^']*';$/gm, '');
  for (const comment of comments) code = code.replace(comment.text, '');
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
}

/**
 * How many files of at most 40 lines are imported by one other alone. Files that are apart for a reason do not count: those
 * that `import()` loads later, the records of modules, and the files that these list.
 */
export function shortFilesWithOneReader(tree: Tree): number {
  const readers = new Map<string, Set<string>>();
  for (const [reader, text] of tree) {
    for (const { specifier, offset } of readSource(reader, text).imports) {
      const target = resolveImport(reader, specifier, tree);
      if (target.kind !== 'file') continue;
      const isLater = text.slice(0, offset).trimEnd().endsWith('import(');
      const isApart = isLater || `${reader} ${target.path}`.includes('.module.ts');
      const own = readers.get(target.path) ?? new Set();
      readers.set(target.path, isApart ? own.add('').add(reader) : own.add(reader));
    }
  }
  const isShort = (text: string) => countLines(text) <= shortLines;
  return [...tree].filter(([path, text]) => readers.get(path)?.size === 1 && isShort(text)).length;
}
