import type { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { type Api, route } from '~/kit/server/http/route';
import { SharedResults } from '~/kit/server/lists/shared-results';
import type { Day } from '~/kit/shared/time/days';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { LongChoices } from '../long-choices.fields';

type Declared = Pick<Parameters<typeof route>[1], 'tag' | 'access' | 'url' | 'summary'>;

/** Declares the call for the figures of a list of documents that may be too long to be loaded (docs/product/wire.md#figures-of-lists). */
export function longFiguresRoute<Figures extends LongChoices>(
  api: Api,
  {
    entities,
    read,
    ...declared
  }: Declared & {
    response: z.ZodType<Figures>;
    entities: readonly string[];
    read: (context: Context, today: Day) => Promise<Figures>;
  },
): void {
  const sharedResults = new SharedResults();
  route(api, {
    ...declared,
    method: 'GET',
    handle: async ({ context }) => {
      const today = await companyDay(context);
      const key = `${today} ${scopeOf(context.person)}`;
      return sharedResults.give(context.db, { key, entities }, () => read(context, today));
    },
  });
}
