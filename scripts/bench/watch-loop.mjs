import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the server by the bench: reports on request the longest time for which its event loop was blocked.
const resolution = 2;
const watch = monitorEventLoopDelay({ resolution });
watch.enable();
process.on('message', () => {
  process.send?.(Math.max(0, watch.max / 1e6 - resolution));
  watch.reset();
});
process.channel?.unref();
