import { describe, expect, it } from 'vitest';
import { checkTree } from './house';

const LEADS = 'src/modules/sales/leads';

describe('names of files', () => {
  it.each([
    'src/app/anything/Goes.here.ts',
    `${LEADS}/stages.fields.ts`,
    `${LEADS}/requests.schema.ts`,
    `${LEADS}/leads.rules.test.ts`,
    `${LEADS}/server/stages.internal.ts`,
    `${LEADS}/server/leads.api.test.ts`,
    `${LEADS}/server/leads.test.ts`,
    `${LEADS}/screens/LeadForm.module.css`,
    `${LEADS}/screens/leads.client.ts`,
    `${LEADS}/leads.csv.ts`,
    `${LEADS}/leads.print.ts`,
    `${LEADS}/leads.builders.ts`,
    `${LEADS}/server/leads.actions.ts`,
    `${LEADS}/screens/useLeadForm.ts`,
    `${LEADS}/screens/useLeadForm.test.ts`,
    'src/modules/organization/company/identity.fields.ts',
    'src/modules/sales/documents/lines/lines.rules.ts',
    'src/modules/organization/users/sessions/sessions.fields.ts',
    'src/modules/organization/users/sessions/server/sessions.actions.ts',
    'src/modules/catalogue/products/stock/screens/StockForm.tsx',
    'src/kit/shared/verdict.ts',
    'src/kit/shared/money/totals.test.ts',
    'src/kit/server/mail/mail-words.ts',
    'src/kit/ui/grid/DataTable.tsx',
    'src/kit/server/errors.ts',
    'src/kit/ui/list/useList.ts',
    'src/kit/ui/theme/base.css',
    'src/kit/ui/elements/Badge.module.css',
    'e2e/sign-in.spec.ts',
  ])('%s is in order', (path) => expect(checkTree(new Map([[path, '']]))).toEqual([]));

  it.each([
    ['src/main.ts', 'outside the three layers'],
    ['src/kit/money.ts', 'outside the three layers'],
    ['src/kit/ui/DataTable.tsx', 'lies in no folder'],
    ['src/kit/shared/money.ts', 'lies in no folder'],
    [`${LEADS}/leads.papers.ts`, 'no known role'],
    ['src/modules/organization/settings/settings.rules.ts', 'not in the list of modules'],
    ['src/kit/server/post/letters.ts', "'post' is not in the list of folders"],
    ['src/kit/server/mail/deep/words.ts', 'no known role'],
    ['src/kit/ui/grid/deep/DataTable.tsx', 'no known role'],
    [`${LEADS}/attic/leads.rules.ts`, "'attic' is not in the list of folders"],
    [
      'src/modules/organization/users/stock/stock.rules.ts',
      "'stock' is not in the list of folders",
    ],
    ['src/modules/organization/users/sessions/deep/sessions.rules.ts', 'no known role'],
    ['src/modules/organization/users/sessions/server/deep/sessions.actions.ts', 'no known role'],
    ['src/modules/organization/users/sessions/sessions.actions.ts', 'no known role'],
    [`${LEADS}/screens/useleads.ts`, 'no known role'],
    ['src/modules/sales/ghosts/ghosts.rules.ts', 'not in the list of modules'],
    [`${LEADS}/leads.stuff.ts`, 'no known role'],
    [`${LEADS}/Leads.rules.ts`, 'no known role'],
    [`${LEADS}/server/leads.repository.ts`, 'no known role'],
    [`${LEADS}/server/deep/leads.actions.ts`, 'no known role'],
    [`${LEADS}/screens/leadForm.tsx`, 'no known role'],
    [`${LEADS}/screens/leads.actions.ts`, 'no known role'],
    [`${LEADS}/picture.png`, 'no known role'],
    ['src/kit/server/database/changeLog.ts', 'no known role'],
    ['src/app/index.ts', 'an index file'],
    ['src/app/types.ts', "'types' says nothing"],
    ['src/kit/ui/form/dateUtils.ts', "'dateUtils' says nothing"],
    ['e2e/helpers.ts', "'helpers' says nothing"],
    ['src/app/common/menu.ts', "'common' says nothing"],
  ])('%s is not: %s', (path, message) => {
    expect(checkTree(new Map([[path, '']])).map(({ wrong }) => wrong)).toEqual([
      expect.stringContaining(message),
    ]);
  });
});
