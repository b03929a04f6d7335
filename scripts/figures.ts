import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repeatedBlocks, shortFilesWithOneReader } from './house/figures';
import { countLines } from './house/text-rules';

const ROOT = process.argv[2] ?? join(import.meta.dirname, '..');
const CODE = /\.([cm]?[jt]sx?)$/;

function main(): void {
  const listed = execFileSync('git', ['ls-files', 'src', 'scripts', 'e2e'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = listed.trim().split('\n');
  const read = (path: string): [string, string] => [path, readFileSync(join(ROOT, path), 'utf8')];
  const sources = paths.filter((path) => CODE.test(path)).map(read);
  const product = sources.filter(([path]) => path.startsWith('src/'));
  const styles = paths.filter((path) => path.endsWith('.css')).map(read);
  const own = product.filter(([path]) => !path.includes('.test.'));
  console.log(`files of src: ${lengths([...product, ...styles])}`);
  console.log(`without tests: ${lengths([...own, ...styles])}`);
  console.log(`all, with scripts and journeys: ${lengths([...sources, ...styles])}`);
  const repeated = (files: typeof sources) => repeatedBlocks(new Map(files));
  console.log(
    `repeated blocks of six lines: ${repeated(product)} (${repeated(own)} without tests)`,
  );
  const short = shortFilesWithOneReader(new Map(own));
  console.log(`files of at most 40 lines with one reader: ${short}`);
}

function lengths(files: readonly [string, string][]): string {
  const counts = files.map(([, text]) => countLines(text)).sort((one, other) => one - other);
  const at = (share: number) =>
    counts[Math.min(counts.length - 1, Math.floor(counts.length * share))];
  return `${counts.length}, median ${at(0.5)}, p95 ${at(0.95)}, longest ${counts.at(-1)} lines`;
}

main();
