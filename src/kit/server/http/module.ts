import type { Check } from '~/kit/server/checks/checks';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import type { MailLinks } from '~/kit/server/mail/mail';
import type { Report } from '~/kit/server/reports/report';
import type { Trace } from '~/kit/server/retention/traces';
import type { Api } from './route';

/** The parts of one module that the server starts. `src/app/modules.ts` lists them in the order of the modules. */
export interface Module {
  name: string;
  /** The module's own tables: it alone writes them (scripts/house/tables.ts). */
  tables?: readonly string[];
  routes?: readonly ((api: Api) => void)[];
  jobs?: readonly Job[] | ((api: Api) => readonly Job[]);
  /** Paths of links in the module's mails. */
  links?: MailLinks;
  /** Gives other modules what they declared as extension points. */
  extend?: () => void;
  /** Statements that find what must never be in the module's tables. */
  checks?: readonly Check[];
  /** What the module deletes when its time is over (docs/product/retention.md). */
  traces?: readonly Trace[];
  /** Ends what must not continue after a restore, such as sessions. */
  settle?: (db: Db) => Promise<void>;
  /** Tables of figures at `/reports` (docs/product/reports.md). */
  reports?: readonly Report[];
  /** Sample data, in the order of the modules. */
  samples?: readonly Sample[];
}

export interface Sample {
  what: string;
  /** Whether `what` is a table (`_` for spaces) that must be empty before sample data is added. */
  isRecord: boolean;
  /** Returns the number of added rows. */
  fill: (trx: Transaction, now: Date) => Promise<number>;
  /** The `what` of a sample that needs this one. */
  before?: string;
}

/** Samples in the order in which they are added: each before those that need it. */
export function samplesInOrder(modules: readonly Module[]): Sample[] {
  const samples = modules.flatMap((each) => each.samples ?? []);
  const early = (what: string) => samples.filter((each) => each.before === what);
  return samples
    .filter((each) => each.before === undefined)
    .flatMap((each) => [...early(each.what), each]);
}
