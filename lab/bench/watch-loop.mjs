import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { env } from 'node:process';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server by the bench: answers with the longest time for which its event loop was blocked since the
// last request.
if (isMainThread && env['BENCH_LOOP']) {
  const resolution = 2;
  const watch = monitorEventLoopDelay({ resolution });
  watch.enable();
  rmSync(env['BENCH_LOOP'], { force: true });
  createServer((_request, response) => {
    response.end(String(Math.max(0, watch.max / 1e6 - resolution)));
    watch.reset();
  })
    .listen(env['BENCH_LOOP'])
    .unref();
}
