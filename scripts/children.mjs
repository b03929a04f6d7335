import { spawn } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const children = new Set();
let stopping = false;

/**
 * Runs a command with its output shown, or `quiet` only where it failed; resolves with its exit code, 1 where it could not
 * start or was ended because it took longer than `limitMs`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, limitMs?: number, quiet?: boolean, onSpawn?: (pid: number) => void }} options
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd, env = process.env, limitMs, quiet = false, onSpawn }) {
  return new Promise((resolve) => {
    // Its own group, so that the command's children can be ended with it.
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    const output = lastOf(child);
    children.add(child);
    if (child.pid !== undefined) onSpawn?.(child.pid);
    const late = limitMs === undefined ? undefined : setTimeout(() => endLate(child), limitMs);
    child.once('error', (error) => {
      clearTimeout(late);
      children.delete(child);
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => {
      clearTimeout(late);
      children.delete(child);
      if (code !== 0 && !stopping) process.stderr.write(output());
      // While we are being stopped, nothing may continue with a result.
      if (!stopping) resolve(code ?? 1);
    });
  });
}

const mostOutput = 1_000_000;

/**
 * Collects what a child prints; the function gives the last million characters.
 * @param {ChildProcess} child
 */
function lastOf(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (/** @type {string} */ piece) => {
      text = `${text}${piece}`.slice(-mostOutput);
    });
  }
  return () => text;
}

/**
 * On SIGINT or SIGTERM ends the running commands, then this process, with the exit code given.
 * Does nothing once another listener is registered. Returns the function that removes the handlers.
 * @param {(signal: NodeJS.Signals) => number} exitCode
 * @returns {() => void}
 */
export function stopOnSignal(exitCode) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM'];
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (stopping || process.listenerCount(signal) > 1) return;
    stopping = true;
    void Promise.all([...children].map(endGroup)).then(() => process.exit(exitCode(signal)));
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

/** @param {ChildProcess} child */
function endLate(child) {
  console.error(`${child.spawnargs.join(' ')} timed out and was stopped.`);
  void endGroup(child);
}

/** @param {ChildProcess} child */
async function endGroup(child) {
  if (child.pid === undefined) return;
  const group = -child.pid;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signalGroup(group, 'SIGTERM');
  const last = setTimeout(() => signalGroup(group, 'SIGKILL'), 1000);
  await ended;
  clearTimeout(last);
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function signalGroup(group, signal) {
  try {
    process.kill(group, signal);
  } catch {
    // It has ended in the meantime.
  }
}
