import { secretsIn } from '~/kit/server/files/secrets';
import type { Api } from '~/kit/server/http/route';
import { isWithinLimits } from '~/kit/server/http/read-json';
import type { Job } from '~/kit/server/jobs/jobs';
import { AppError } from '~/kit/server/errors';
import { OutboundError } from '~/kit/server/outbound/outbound';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { ArrivalCounts } from '../lead-sources.fields';
import { pulledAddress, writtenInstant } from '../lead-sources.rules';
import { itemsOf } from '../mapping.rules';
import { asSource, type Given, notifyPeople, takeItems } from './arrivals.internal';
import {
  findPulled,
  getSource,
  listAdministrators,
  listDuePulls,
  type PulledSource,
  setPulled,
} from './lead-sources.queries';

type Outside = Pick<Api, 'outbound' | 'dataDir'>;

const mostPulled = 1000;
const mostBytes = 5_000_000;
const bodyMs = 30_000;
const failedBefore = 3;
const dayMs = 86_400_000;

/** To whom the headers of a pull are bound where they are sealed. */
export const sealedFor = (id: number) => `lead source ${id}`;

/** Asks the portals whose time has come. */
export function pullJob(api: Outside): Job {
  return {
    name: 'lead-pulls',
    everySeconds: 30,
    run: async ({ db }, now, signal) => {
      for (const source of await listDuePulls(db, now)) {
        if (signal?.aborted) return;
        await pull(api, { db, now, address: null }, { ...source, signal }).catch(
          (error: unknown) => {
            if (!(error instanceof PullError)) throw error;
          },
        );
      }
    },
  };
}

/** Asks a portal now; 502 where it does not answer with leads. */
export async function pullNow(api: Outside, given: Given, id: number): Promise<ArrivalCounts> {
  await getSource(given, id);
  const source = await findPulled(given.db, id);
  if (!source)
    throw new AppError('lead_source.not_pulled', 'Only a pull that is turned on can be asked');
  return pull(api, given, source).catch((error: unknown) => {
    if (!(error instanceof PullError)) throw error;
    throw new AppError('lead_source.pull_failed', error.message);
  });
}

/** Why a portal gave no leads, for a person; without its address, which may hold a key. */
class PullError extends Error {
  override name = 'PullError';
}

type Pulling = PulledSource & { signal?: AbortSignal | undefined };

async function pull(api: Outside, given: Given, source: Pulling): Promise<ArrivalCounts> {
  let counts: ArrivalCounts | undefined;
  let failure: PullError | undefined;
  try {
    const items = await fetchItems(api, given, source);
    counts = await takeItems(given, await getSource(given, source.id), items);
  } catch (error) {
    if (!(error instanceof PullError)) throw error;
    failure = error;
  }
  await note(given, source, failure?.message ?? null);
  if (!counts) throw failure ?? new PullError('Nothing was pulled');
  return counts;
}

async function fetchItems(
  { outbound, dataDir }: Outside,
  { db, now }: Given,
  { id, pull: settings, pull_headers: sealed, pulled_until, created_at, signal }: Pulling,
): Promise<readonly unknown[]> {
  const { time_zone } = await getSettings(db);
  const written = (at: Date) => writtenInstant(at, settings.since_format, time_zone);
  // The first time the day before.
  const since = pulled_until ? new Date(pulled_until) : new Date(Date.parse(created_at) - dayMs);
  const url = pulledAddress(settings.url, { since: written(since), until: written(now) });
  const opened = sealed && (await secretsIn(dataDir).open(sealed, sealedFor(id)));
  if (sealed && opened === null) throw new PullError('Enter the headers again');
  const own = JSON.parse(opened ?? '{}') as Record<string, string>;
  const headers = { accept: 'application/json', ...own };
  const sent = { url, method: 'GET', headers, mostBytes, bodyMs } as const;
  const response = await outbound
    .send({ ...sent, ...(signal ? { signal } : {}) })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new PullError(error.message);
    });
  if (response.status !== 200) throw new PullError(`The portal answered ${response.status}`);
  if (!response.isWhole) throw new PullError('The answer is too large or came too slowly');
  const { mapping } = await getSource({ db }, id);
  const items = itemsOf(parsed(response.body.toString('utf8')), mapping.items);
  if (!items) throw new PullError(`The answer has no ${mapping.items ?? 'object or list'}`);
  // To take some and ask for later ones the next time would lose the rest.
  if (items.length > mostPulled) throw new PullError('The answer has more than 1,000 items');
  return items;
}

function parsed(text: string): unknown {
  if (!isWithinLimits(text)) throw new PullError('The answer is nested too deeply or too long');
  try {
    return JSON.parse(text);
  } catch {
    throw new PullError('The answer is not JSON');
  }
}

/** Notes the outcome; administrators are notified when a third pull in a row fails. */
async function note(given: Given, source: PulledSource, error: string | null): Promise<void> {
  const { id, name } = source;
  await asSource(given, { id, name, workspace_id: null }).write(async (write, trx) => {
    const failed = await setPulled(trx, source, { now: given.now, error });
    if (failed !== failedBefore) return;
    notifyPeople(write, await listAdministrators(trx), {
      kind: 'lead_sources',
      type: 'other',
      id,
      label: name,
      action: 'lead source failed',
      title: 'Lead source failed',
      message: `${name}: ${error}`,
    });
  });
}
