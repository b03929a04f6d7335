import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Lead, leadFields } from '../leads.fields';
import { leadSections } from './LeadDetails';
import { useLeadColumns } from './LeadColumns';
import { LeadDialogs, type LeadScreenProps, useLeadDialogs } from './LeadDialogs';
import { useLeadsIn } from './leads.client';

/** A lead's own page (docs/product/records.md#page). */
export default function LeadPage({ parts, actions, children }: RecordPageProps & LeadScreenProps) {
  const record = useRecord<Lead>('leads', ['pipeline_stages', 'users']);
  const leads = useLeadsIn(record.list);
  const dialogs = useLeadDialogs(leads.rows, actions);
  const company = useCompany();
  const columns = useLeadColumns(leads, 'leads');
  return (
    <RecordPage
      record={record}
      fields={leadFields}
      title={(row) => row.company_name}
      about={record.row?.contact_person}
      actions={dialogs.rowActions}
      columns={columns}
      sections={(row) => leadSections(row, company)}
      parts={parts}
    >
      <LeadDialogs screen="leads" leads={leads} dialogs={dialogs} onEdit={dialogs.edit} />
      {children}
    </RecordPage>
  );
}
