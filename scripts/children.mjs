import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const children = new Set();
let stopping = false;

/**
 * Runs a command with its output shown, or `quiet` only where it failed; resolves with its exit code, 1 where it could not
 * start or was ended because it took longer than `limitMs`. What it started and left running is ended with it.
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
    /** @type {Promise<void> | undefined} */
    let ending;
    // Its streams are closed only once all that hold them have ended.
    child.once('exit', () => {
      ending = endGroup(child);
    });
    child.once('close', (code) => {
      clearTimeout(late);
      if (code !== 0 && !stopping) process.stderr.write(output());
      void ending?.then(() => {
        children.delete(child);
        // While we are being stopped, nothing may continue with a result.
        if (!stopping) resolve(code ?? 1);
      });
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

/** @type {[NodeJS.Signals, number][]} how long each may take, in milliseconds */
const endings = [
  ['SIGTERM', 5000],
  ['SIGKILL', 2000],
];

/** @param {ChildProcess} child */
async function endGroup({ pid }) {
  if (pid === undefined) return;
  for (const [signal, limitMs] of endings) {
    const latest = performance.now() + limitMs;
    signalGroup(-pid, signal);
    while (signalGroup(-pid, 0)) {
      if (performance.now() > latest) break;
      await sleep(20);
    }
  }
}

/**
 * @param {number} group
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether any of it still runs
 */
function signalGroup(group, signal) {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}
