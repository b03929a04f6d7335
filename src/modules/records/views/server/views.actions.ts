import type { Context } from '~/kit/server/database/context';
import { getRecord, type Locked, openRecord } from '~/kit/server/database/entity';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { alreadyTaken, enforce, invalid } from '~/kit/server/errors';
import { layoutProblem, type NewView, type View, type ViewPatch } from '../views.fields';
import { canChange, canMakeAnother, changesOf } from '../views.rules';
import {
  chooseDefault,
  countViews,
  findNamed,
  giveUpDefault,
  giveUpOthersDefaults,
  insertView,
  removeView,
  viewsOf,
  writeView,
} from './views.queries';

/** Keeps a list under a name (docs/product/views.md#calls). */
export async function createView(context: Context, values: NewView): Promise<View> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    await lockViews(trx, person.id);
    enforce(canMakeAnother(await countViews(trx, person.id)));
    await refuseTakenName(trx, { ...values, id: 0, created_by: person.id });
    const id = await insertView(trx, values, { by: person.id, now });
    if (values.is_default) await chooseDefault(trx, person.id, { id, list: values.list });
    return getView(context, trx, id);
  });
}

/** Changes a view; making it the person’s own default, or giving that up, is open to anyone who reads it. */
export async function updateView(context: Context, id: number, patch: ViewPatch): Promise<View> {
  const { person, now } = context;
  return context.write(async (write, trx) => {
    const row = (await openRecord(write, viewsOf(person), id, patch.updated_at)) as Locked<View>;
    const problem = layoutProblem(row.list, patch.state ?? {});
    if (problem !== null) throw invalid('state.layout', problem);
    const changes = changesOf(row, patch);
    if (Object.keys(changes).length > 0) {
      enforce(canChange(row, person));
      const view = { ...row, ...changes };
      if (changes.name !== undefined) {
        await lockViews(trx, row.created_by);
        await refuseTakenName(trx, view);
      }
      await writeView(trx, view, now);
      if (row.is_shared && !view.is_shared) await giveUpOthersDefaults(trx, row);
    }
    if (patch.is_default === true) await chooseDefault(trx, person.id, row);
    if (patch.is_default === false) await giveUpDefault(trx, person.id, id);
    return getView(context, trx, id);
  });
}

export async function deleteView(context: Context, id: number): Promise<{ id: number }> {
  const { person } = context;
  return context.write(async (write, trx) => {
    const row = await openRecord(write, viewsOf(person), id);
    enforce(canChange(row, person));
    await removeView(trx, id);
    return { id };
  });
}

/** The views of one person take turns, so that they have different names and are not too many. */
function lockViews(trx: Transaction, maker: number): Promise<void> {
  return lockName(trx, `views ${maker}`);
}

async function getView(
  { person }: Pick<Context, 'person'>,
  trx: Transaction,
  id: number,
): Promise<View> {
  // The select of views reads the state too, which is not a field.
  return (await getRecord(trx, viewsOf(person), id)) as View;
}

async function refuseTakenName(
  trx: Transaction,
  view: Pick<View, 'id' | 'list' | 'name' | 'created_by'>,
): Promise<void> {
  const holder = await findNamed(trx, view.created_by, view);
  if (!holder || holder.id === view.id) return;
  const message = `There is already a view named ${holder.name}`;
  const record = { type: 'view', id: holder.id, label: holder.name };
  throw alreadyTaken('view.name_taken', { field: 'name', message, record });
}
