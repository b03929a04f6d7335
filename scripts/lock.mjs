import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does a piece of work while no other process does the same. The lock of a dead process is taken
 * over, but only once the commands that it registered by `addPid` have ended as well.
 * @template T
 * @param {string} root
 * @param {string} name
 * @param {(addPid: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, name, work) {
  const folder = join(root, '.cache');
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  let isReported = false;
  while (!take(file)) {
    const holders = readHolders(file);
    if (holders.some(isAlive)) {
      if (!isReported) console.log(`Waiting for another process to finish ${name} …`);
      isReported = true;
      await sleep(100);
    } else {
      dropStale(file, holders);
    }
  }
  const pids = [process.pid];
  try {
    return await work((pid) => {
      pids.push(pid);
      writeFileSync(file, pids.join('\n'));
    });
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {boolean}
 */
function take(file) {
  const own = `${file}.${process.pid}`;
  try {
    // Linked instead of created and then filled: no one may read an empty lock.
    writeFileSync(own, String(process.pid));
    linkSync(own, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {number[]}
 */
function readHolders(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').map(Number);
  } catch {
    return [];
  }
}

/**
 * @param {string} file
 * @param {number[]} holders
 */
function dropStale(file, holders) {
  const claimed = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, claimed);
    const found = readFileSync(claimed, 'utf8');
    // Another process may have been quicker: then this is a new, living lock.
    if (found !== holders.join('\n')) linkSync(claimed, file);
    unlinkSync(claimed);
  } catch {
    rmSync(claimed, { force: true });
  }
}

/**
 * @param {number} pid
 * @returns {boolean}
 */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
