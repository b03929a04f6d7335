import type { z } from 'zod';
import type { Person } from '~/kit/server/database/context';
import { figuresSchema } from '~/kit/server/lists/figures';
import { type Api, route } from '~/kit/server/http/route';
import { SharedResults } from '~/kit/server/lists/shared-results';
import type { AnyFigures } from '~/kit/shared/filters/figures';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import {
  figuresOfList,
  type LongList,
  windowsOf,
} from '~/modules/organization/company/server/long-lists.service';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { longChoicesSchema } from '../long-choices.fields';
import { listChoices } from './long-choices.queries';

type Declared = Pick<Parameters<typeof route>[1], 'tag' | 'access' | 'url' | 'summary'>;

/** Declares the call for the figures of a list of documents that may be too long to be loaded (docs/product/wire.md#figures-of-lists). */
export function longFiguresRoute(
  api: Api,
  definition: Declared & {
    figures: AnyFigures;
    entities: readonly string[];
    list: (person: Person) => LongList;
  },
): void {
  const { entities, list, figures, ...declared } = definition;
  const sharedResults = new SharedResults();
  const windows = windowsOf(list);
  const response: z.ZodType<object> = figuresSchema(figures).extend(longChoicesSchema.shape);
  route(api, {
    ...declared,
    method: 'GET',
    response,
    handle: async ({ context }) => {
      const today = await companyDay(context);
      const key = `${today} ${scopeOf(context.person)}`;
      return sharedResults.give(context.db, { key, entities }, async () => {
        const choices = await listChoices(context.db, windows(context));
        return { ...(await figuresOfList(context, list, figures)), ...choices };
      });
    },
  });
}
