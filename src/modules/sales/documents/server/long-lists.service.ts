import type { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { type Api, route } from '~/kit/server/http/route';
import { SharedResults } from '~/kit/server/lists/shared-results';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import type { Day } from '~/kit/shared/time/days';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { LongChoices } from '../long-choices.fields';
import { listChoices } from './long-choices.queries';

type Declared = Pick<Parameters<typeof route>[1], 'tag' | 'access' | 'url' | 'summary'>;

/** Declares the call for the figures of a list of documents that may be too long to be loaded (docs/product/wire.md#figures-of-lists). */
export function longFiguresRoute<Figures extends object>(
  api: Api,
  definition: Declared & {
    response: z.ZodType<Figures & LongChoices>;
    entities: readonly string[];
    list: (context: Context) => WindowedList;
    read: (context: Context, today: Day) => Promise<Figures>;
  },
): void {
  const { entities, list, read, ...declared } = definition;
  const sharedResults = new SharedResults();
  route(api, {
    ...declared,
    method: 'GET',
    handle: async ({ context }) => {
      const today = await companyDay(context);
      const key = `${today} ${scopeOf(context.person)}`;
      return sharedResults.give(context.db, { key, entities }, async () => {
        const choices = await listChoices(context.db, list(context));
        return { ...(await read(context, today)), ...choices };
      });
    },
  });
}
