import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { citationFindings } from './house/citations';
import { formatFinding } from './house/finding';
import { checkTree } from './house/house';
import type { Tree } from './house/imports';
import { subjectFindings, SUBJECTS_SINCE } from './house/subjects';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'scripts', 'lab', 'e2e', 'migrations', 'docs'];
const READABLE = /\.([cm]?[jt]sx?|css|sql|md)$/;

function readTree(): Tree {
  const entries = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const inRoot = readdirSync(ROOT, { withFileTypes: true });
  const files = [...entries, ...inRoot.filter(({ name }) => READABLE.test(name))]
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name));
  const textOf = (file: string) => (READABLE.test(file) ? readFileSync(file, 'utf8') : '');
  return new Map(files.map((file) => [relative(ROOT, file), textOf(file)]));
}

/** Nothing where there is no Git or no repository. */
function readSubjects(): string {
  const args = ['log', '--no-merges', `--since=${SUBJECTS_SINCE}`, '--format=%h %s'];
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
}

function main(): void {
  const tree = readTree();
  const findings = [
    ...checkTree(tree),
    ...citationFindings(tree),
    ...subjectFindings(readSubjects()),
  ];
  for (const finding of findings) console.log(formatFinding(finding));
  console.log(`house: ${tree.size} files, ${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
}

main();
