import { useMemo } from 'react';
import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordActions } from '~/modules/records/records/screens/RecordActions';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Lead, leadFields } from '../leads.fields';
import { leadSections } from './LeadDetails';
import { useLeadColumns } from './LeadColumns';
import { LeadDialogs, type LeadScreenProps, useLeadDialogs } from './LeadDialogs';
import { useLeadsIn } from './leads.client';

/** A lead's own page (docs/product/records.md#page). */
export function LeadPage({ parts, actions, children }: RecordPageProps & LeadScreenProps) {
  const record = useRecord<Lead>('leads', ['pipeline_stages', 'users']);
  const leads = useLeadsIn(record.list);
  const dialogs = useLeadDialogs(leads.rows, actions);
  const company = useCompany();
  const columns = useLeadColumns(leads, 'leads');
  const { row } = record;
  const sections = useMemo(() => (row ? leadSections(row, company) : []), [row, company]);
  return (
    <RecordPage
      record={record}
      fields={leadFields}
      title={row?.company_name ?? null}
      about={row?.contact_person}
      actions={row ? <RecordActions row={row} actions={dialogs.rowActions} /> : null}
      details={row ? <EditableDetails row={row} columns={columns} sections={sections} /> : null}
      parts={parts}
    >
      <LeadDialogs screen="leads" leads={leads} dialogs={dialogs} onEdit={dialogs.edit} />
      {children}
    </RecordPage>
  );
}
