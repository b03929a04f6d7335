import { existsSync, readdirSync } from 'node:fs';

const { stdout } = process;
const barWidth = 20;
const blinkMs = 250;
/** Shorter work leaves no line. */
const worthPrintingMs = 2000;

/** A person reads a terminal, and wants no details there unless asked for. */
export const isTerminal = stdout.isTTY === true && process.env['LOG_LEVEL'] !== 'debug';

/**
 * Runs a piece of work as one line of the terminal: its title, a bar of what is done, and its time. Elsewhere it prints
 * nothing.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {() => number} [share] how much is done, 0 to 1
 * @returns {Promise<T>}
 */
export async function step(title, work, share) {
  if (!isTerminal) return work();
  const start = performance.now();
  const draw = () => {
    const seconds = `${Math.round((performance.now() - start) / 1000)} s`;
    const done = Math.round(Math.min(share?.() ?? 0, 1) * barWidth);
    const bar = share ? `${'━'.repeat(done)}${'─'.repeat(barWidth - done)}  ` : '';
    stdout.write(`\r\u001b[K  ${title}  ${bar}${seconds}`);
  };
  const timer = setInterval(draw, blinkMs);
  draw();
  try {
    const result = await work();
    const isLong = performance.now() - start >= worthPrintingMs;
    stdout.write(`\r\u001b[K${isLong ? `  ✓ ${title}  ${timeSince(start)}\n` : ''}`);
    return result;
  } catch (error) {
    stdout.write(`\r\u001b[K  ✗ ${title}  ${timeSince(start)}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {number} start of `performance.now()` */
export function timeSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * How many entries a folder has, of so many.
 * @param {string} folder
 * @param {number} expected
 */
export function filledShare(folder, expected) {
  return () => (existsSync(folder) ? readdirSync(folder).length / Math.max(expected, 1) : 0);
}
