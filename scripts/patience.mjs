import { availableParallelism, loadavg } from 'node:os';

const loopTurns = 20_000_000;
/** What the loop takes on a quiet machine of two cores of 2026. */
const usualMs = 20;
const most = 5;

/**
 * How many times as long as usual a test may take on this machine now: 1 to 5, by a short loop and by the load. A limit of
 * time is there to end what is stuck, never to find what is slow.
 * @returns {number}
 */
export function patience() {
  const start = performance.now();
  runLoop();
  const loop = (performance.now() - start) / usualMs;
  const [lastMinute = 0] = loadavg();
  return Math.min(Math.max(1, loop, lastMinute / availableParallelism()), most);
}

function runLoop() {
  let sum = 0;
  for (let turn = 0; turn < loopTurns; turn += 1) sum = Math.imul(sum + turn, 31);
  return sum;
}
