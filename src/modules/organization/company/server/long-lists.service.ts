import type { Context, Person } from '~/kit/server/database/context';
import { ownFields } from '~/kit/server/database/custom-values';
import { longFigures, type LongList as Described, longWindows } from '~/kit/server/lists/long-list';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import type { AnyFigures, FiguresOf } from '~/kit/shared/filters/figures';
import type { Moment } from '~/kit/shared/filters/kind-filters';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import { companyClock } from './settings.service';

type Asking = Pick<Context, 'db' | 'person' | 'now'>;

/** A list of records that is read by windows where it is long. */
export interface LongList extends Omit<Described, 'noun'> {
  name: keyof typeof lists;
}

const described = ({ name, ...list }: LongList): Described => ({
  ...list,
  noun: lists[name].plural,
});

/** The records of a list that a person reads, by windows. */
export function windowsOf(
  describe: (person: Person) => LongList,
): (context: Asking) => WindowedList {
  return (context) => {
    const list = describe(context.person);
    const ownOf = () => ownFields.get().fieldsOf(context.db, list.entity.name);
    return longWindows(described(list), () => momentOf(context), ownOf);
  };
}

/** The figures of the records of a list that a person reads. */
export async function figuresOfList<F extends AnyFigures>(
  context: Asking,
  describe: (person: Person) => LongList,
  figures: F,
): Promise<FiguresOf<F>> {
  const at = await momentOf(context);
  return longFigures(context.db, described(describe(context.person)), { figures, at });
}

async function momentOf({ db, now }: Pick<Asking, 'db' | 'now'>): Promise<never> {
  const clock = await companyClock({ db, now });
  const moment: Moment & { now: string } = { ...clock, now: now.toISOString() };
  return moment as never;
}
