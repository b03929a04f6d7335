import { readSource } from './source';

const blockLines = 6;

export function commentBlocks(path: string, text: string): number {
  const { comments } = readSource(path, text);
  let blocks = 0;
  let end = -1;
  for (const comment of comments) {
    const continues =
      comment.text.startsWith('//') && end >= 0 && text.slice(end, comment.start).trim() === '';
    if (!continues) blocks += 1;
    end = comment.start + comment.text.length;
  }
  return blocks;
}

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
