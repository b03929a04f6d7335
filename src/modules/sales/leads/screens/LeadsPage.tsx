import { withChoices } from '~/kit/shared/filters/kind-filters';
import { useEffect, useMemo } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ColumnChooser } from '~/kit/ui/columns/ColumnChooser';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { actionsKey } from '~/kit/ui/columns/tableColumn';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import { useMissingRecord } from '~/kit/ui/records/useMissingRecord';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { FindDuplicates } from '~/modules/records/duplicates/screens/FindDuplicates';
import { ImportButton } from '~/modules/records/imports/screens/ImportButton';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import type { Lead } from '../leads.fields';
import { leadFilters } from '../leads.filters';
import {
  LeadDialogs,
  type LeadDialogsState,
  type LeadScreenProps,
  useLeadDialogs,
} from './LeadDialogs';
import { LeadTable } from './LeadTable';
import { LeadTools, LeadViewToggle, useLeadView } from './LeadView';
import { useLeads } from './leads.client';
import { type Stages, useStages } from './stages.client';
import { useLeadRights } from './rights.client';

const loadBoard = loaderOf(() => import('./LeadBoard'));
const LeadBoard = ownFile(async () => (await loadBoard()).LeadBoard);
const LeadImport = lazyPart(() => import('./LeadImport'));

const defaultColumns = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'status',
  'lead_source',
  'assigned_to',
  'created_at',
  actionsKey,
];

const sortKeys = ['company_name', 'contact_person', 'email', 'created_at', 'annual_revenue'];

const nameOf = ({ company_name }: Lead) => company_name;

export default function LeadsPage({ actions, children }: LeadScreenProps) {
  const leads = useLeads();
  const stages = useStages();
  const filters = useLeadFilters(stages);
  const state = useLeadView('leads', { leads, filters, defaultColumns });
  const { list } = state;
  const { fileName, bulk } = useManyLeads();
  const dialogs = useLeadDialogs(leads.rows, actions);
  useLeadUrlAction(leads.rows, dialogs);
  useMissingRecord('/leads', 'Lead', leads);
  useEffect(() => loadAhead(loadBoard), []);

  return (
    <Page
      fill
      title="Lead Management"
      subtitle="Track and manage your sales leads"
      actions={
        <>
          <LeadViewToggle {...state} />
          <MoreActions>
            <ImportButton subject="leads" work={LeadImport} />
            <FindDuplicates kind="leads" />
            <ColumnChooser choice={list.choice} />
          </MoreActions>
          <AddButton onClick={dialogs.create}>Add New Lead</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <LeadTools state={state} searchLabel="Search leads" sortKeys={sortKeys} />
      {list.layout === 'board' ? (
        <LeadBoard
          coming={<p role="status">Loading leads...</p>}
          screen="leads"
          leads={leads}
          stages={stages}
          list={list}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      ) : (
        <LeadTable
          list={list}
          bulk={bulk}
          dialogs={dialogs}
          label="Leads"
          emptyText="No leads found"
        />
      )}
      <RecordFilters list={list} counted="leads" fileName={fileName} />
      <LeadDialogs screen="leads" leads={leads} dialogs={dialogs} onEdit={dialogs.edit} />
      {children}
    </Page>
  );
}

function useLeadFilters(stages: Stages) {
  const assignees = useAssignees();
  return useMemo(
    () =>
      withChoices(leadFilters, {
        current_stage_id: stages.rows.map((stage) => ({
          value: String(stage.id),
          label: stage.stage_name,
        })),
        assigned_to: assignees,
      }),
    [stages.rows, assignees],
  );
}

/**
 * `/leads?edit={id}` opens that lead's form (docs/product/leads.md#screen), or its details when it cannot be edited;
 * `?view={id}` opens its details, and `?new=1`, for a person who may create, the empty form.
 */
function useLeadUrlAction(rows: readonly Lead[], { edit, view, create }: LeadDialogsState) {
  const [toEdit, clearAction] = useUrlAction('edit');
  const [toView] = useUrlAction('view');
  const [toCreate] = useUrlAction('new');
  const requestedId = toEdit ?? toView;
  const { canEdit } = useLeadRights();
  useEffect(() => {
    const lead = requestedId && rows.find((each) => each.id === Number(requestedId));
    if (!lead) return;
    (toEdit && canEdit(lead).ok ? edit : view)(lead);
    clearAction();
  }, [requestedId, toEdit, rows, clearAction, canEdit, edit, view]);
  useEffect(() => {
    if (!toCreate || !create) return;
    create();
    clearAction();
  }, [toCreate, create, clearAction]);
}

/** What is done with many at once. */
function useManyLeads() {
  const { today } = useCompany();
  const fileName = useMay('leads.export').ok ? `leads-${today}` : undefined;
  return { fileName, bulk: useBulk('leads', { today, nameOf }) };
}
