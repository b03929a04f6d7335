import type { Profiler } from 'node:inspector';
import { once } from 'node:events';
import type { Bench } from './product';

const shown = 12;

/** A table of the calls with the most processor time of the server while `work` runs, by the file they stand in. */
export async function profiled({ child }: Bench, work: () => Promise<unknown>): Promise<string> {
  child.send('profile');
  await once(child, 'message');
  await work();
  child.send('profiled');
  const [profile] = (await once(child, 'message')) as [Profiler.Profile];
  const times = ownTimes(profile);
  const idle = times.get(idleName) ?? 0;
  for (const each of [idleName, profilerName]) times.delete(each);
  const busy = [...times.values()].reduce((sum, each) => sum + each, 0);
  const lines = [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([name, time]) => `${((100 * time) / busy).toFixed(1).padStart(5)} %  ${name}`);
  const share = (100 * busy) / (busy + idle);
  return [`its thread is at work for ${share.toFixed(0)} % of the time; of this:`, ...lines].join(
    '\n',
  );
}

const idleName = '(idle)';
const profilerName = 'dispatch';

function ownTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const names = new Map(nodes.map((each) => [each.id, nameOf(each.callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return times;
}

function nameOf({ url, functionName }: { url: string; functionName: string }): string {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (found) return `package ${found}`;
  const place = url === '' ? '' : ` (${url.split('/').at(-1) ?? ''})`;
  return `${functionName || 'an unnamed function'}${place}`;
}
