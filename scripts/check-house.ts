import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { citationFindings } from './house/citations';
import { formatFinding } from './house/finding';
import { checkTree } from './house/house';
import type { Tree } from './house/imports';
import { subjectFindings, SUBJECTS_SINCE } from './house/subjects';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'scripts', 'lab', 'e2e', 'migrations', 'docs'];
const READABLE = /\.([cm]?[jt]sx?|css|sql|md)$/;

function readTree(): Tree {
  const tree = new Map<string, string>();
  const add = (path: string): void => {
    tree.set(path, READABLE.test(path) ? readFileSync(join(ROOT, path), 'utf8') : '');
  };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && (folder !== '' || FOLDERS.includes(entry.name))) walk(path);
      else if (entry.isFile() && (folder !== '' || READABLE.test(entry.name))) add(path);
    }
  };
  walk('');
  return tree;
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
