import { Session } from 'node:inspector';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the server by the bench: reports on request the longest time for which its event loop was blocked, or a
// profile of its processor time.
const resolution = 2;
const watch = monitorEventLoopDelay({ resolution });
watch.enable();
const session = new Session();
process.on('message', (question) => {
  if (question === 'profile') return beginProfile();
  if (question === 'profiled') return endProfile();
  process.send?.(Math.max(0, watch.max / 1e6 - resolution));
  watch.reset();
});
process.channel?.unref();

function beginProfile() {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start', () => process.send?.('begun'));
}

function endProfile() {
  session.post('Profiler.stop', (_error, { profile }) => process.send?.(profile));
}
