import { useMemo } from 'react';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { importWork } from '~/modules/records/imports/screens/ImportWork';
import { leadFormat } from '../leads.csv';
import { useStages } from './stages.client';

function useLeadLists() {
  const { active } = useStages();
  const people = useAssignees();
  return useMemo(
    () => ({
      stage: { names: active.map(({ stage_name }) => stage_name) },
      assigned_to: { names: people.map(({ label }) => label) },
    }),
    [active, people],
  );
}

/** "Import Leads" (docs/product/leads.md#import-and-export). */
export default importWork({
  subject: 'leads',
  title: 'Import Leads',
  about:
    'Rows are matched by lead ID, or by email and company name. Matching leads are updated; all other rows create new leads.',
  format: leadFormat,
  useLists: useLeadLists,
  offersAll: true,
});
