import { withChoices } from '~/kit/shared/filters/kind-filters';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ColumnChooser } from '~/kit/ui/columns/ColumnChooser';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { filteredCount } from '~/kit/ui/list/useRecordList';
import { actionsKey } from '~/kit/ui/columns/tableColumn';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import type { Lead } from '../leads.fields';
import { asksForStageless, pipelineFilters, withoutStage } from '../pipeline.filters';
import { figuresOf, type PipelineFigures as Figures } from '../pipeline.rules';
import type { StageSum } from '../stage-sums.fields';
import { LeadBoard } from './LeadBoard';
import { LeadDialogs, type LeadScreenProps, useLeadDialogs } from './LeadDialogs';
import { LeadTable } from './LeadTable';
import { LeadTools, LeadViewToggle, type LeadViewState, useLeadView } from './LeadView';
import { type Leads, useLeads, useStageSums } from './leads.client';
import { ManageStages } from './ManageStages';
import { type Stages, useStages } from './stages.client';
import classes from './PipelinePage.module.css';
import { IconListDetails } from '@tabler/icons-react';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';

const fields = {
  lost_reasons: field.longText({ label: 'Reasons, one on each line', max: 3100 }),
};

/** "Lost reasons": the company's list (docs/product/leads.md#lost-reason). */
function ManageLostReasons() {
  const { role } = useSession();
  const { lost_reasons: reasons } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Lost reasons"
      icon={<IconListDetails size={16} aria-hidden />}
      title="Lost Reasons"
      fields={fields}
      initial={{ lost_reasons: reasons.join('\n') }}
      submitLabel="Save Reasons"
      patchOf={({ lost_reasons: text }) => {
        const lines = (text ?? '').split('\n').map((line) => line.trim());
        return { lost_reasons: lines.filter(Boolean) };
      }}
      done="Lost reasons updated successfully"
    />
  );
}

const defaultColumns = [
  'company_name',
  'contact_person',
  'current_stage_id',
  'lead_score',
  'email',
  'industry',
  'annual_revenue',
  'status',
  'created_at',
  actionsKey,
];

const none: readonly StageSum[] = [];

const sortKeys = ['company_name', 'contact_person', 'lead_score', 'annual_revenue', 'created_at'];

export default function PipelinePage({ actions, quotedOf, children }: LeadScreenProps) {
  const leads = useLeads();
  const stages = useStages();
  const filters = usePipelineFilters(stages);
  const state = useLeadView('pipeline', { leads, filters, defaultColumns });
  const { list } = state;
  const { today } = useCompany();
  const fileName = useMay('leads.export').ok ? `pipeline-${today}` : undefined;
  const pipeline = usePipelineFigures(leads, stages);
  const { goToLeads, dialogs } = usePipelineDialogs(leads.rows, actions);

  return (
    <Page
      fill
      title="Sales Pipeline"
      subtitle="Track leads through your sales process"
      actions={
        <>
          <LeadViewToggle {...state} />
          <MoreActions>
            <ColumnChooser choice={list.choice} />
            <ManageStages state={state} sums={pipeline.sums} stages={stages} />
            <ManageLostReasons />
          </MoreActions>
          <AddButton onClick={dialogs.create}>Add Lead</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <Head state={state} stages={stages} pipeline={pipeline} />
      {list.layout === 'board' ? (
        <LeadBoard
          screen="pipeline"
          leads={leads}
          stages={stages}
          list={list}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
          quotedOf={quotedOf}
        />
      ) : (
        <LeadTable
          list={list}
          dialogs={dialogs}
          label="Pipeline"
          emptyText="No leads found in pipeline"
        />
      )}
      <RecordFilters list={list} counted="leads" fileName={fileName} />
      <LeadDialogs
        screen="pipeline"
        leads={leads}
        dialogs={dialogs}
        onEdit={goToLeads}
        onCreated={goToLeads}
      />
      {children}
    </Page>
  );
}

interface HeadProps {
  state: LeadViewState;
  stages: Stages;
  pipeline: ReturnType<typeof usePipelineFigures>;
}

function Head({ state, stages, pipeline: { figures, loaded } }: HeadProps) {
  return (
    <>
      <div className={classes.figures}>
        <PipelineFigures
          figures={figures}
          stages={stages}
          shown={filteredCount(state.list)}
          state={loaded}
        />
      </div>
      <LeadTools state={state} searchLabel="Search pipeline" sortKeys={sortKeys} />
      <StagelessLine state={state} missing={figures.stageless} />
    </>
  );
}

function usePipelineFigures(leads: Leads, stages: Stages) {
  const { data, state } = useStageSums(leads);
  const sums = data?.stages ?? none;
  const lastId = stages.active.at(-1)?.id;
  const figures = useMemo(() => figuresOf(sums, lastId), [sums, lastId]);
  return { sums, figures, loaded: data ? ('ready' as const) : state };
}

/** Leads are made and edited on their own screen. */
function usePipelineDialogs(rows: readonly Lead[], actions: LeadScreenProps['actions']) {
  const navigate = useNavigate();
  const { goToLeads, edit } = useMemo(
    () => ({
      goToLeads: () => void navigate({ href: '/leads' }),
      edit: ({ id }: Lead) => void navigate({ href: `/leads?edit=${id}` }),
    }),
    [navigate],
  );
  return { goToLeads, dialogs: useLeadDialogs(rows, actions, edit) };
}

function usePipelineFilters(stages: Stages) {
  return useMemo(
    () =>
      withChoices(pipelineFilters, {
        current_stage_id: stages.active.map(({ id, stage_name }) => ({
          value: String(id),
          label: stage_name,
        })),
      }),
    [stages.active],
  );
}

/**
 * States how many leads the pipeline omits (docs/product/pipeline.md#leads-without-a-stage), with a link that lists
 * them.
 */
function StagelessLine({ state, missing }: { state: LeadViewState; missing: number }) {
  const { list } = state;
  const { chosen } = list;
  if (missing === 0) return null;
  const isShown = list.layout === 'list' && asksForStageless(chosen.values);
  return (
    <p className={classes.stageless}>
      {missing === 1
        ? '1 lead has no stage and is not on the board.'
        : `${missing} leads have no stage and are not on the board.`}
      {isShown ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            chosen.replace(withoutStage);
            list.setLayout('list');
          }}
        >
          {missing === 1 ? 'Show it' : 'Show them'}
        </Button>
      )}
    </p>
  );
}

interface Props {
  figures: Figures;
  stages: Stages;
  shown: number | null;
  /** Of the leads. */
  state: Stages['state'];
}

/** The four figures above the pipeline, over all leads regardless of filters (docs/product/pipeline.md#figures). */
function PipelineFigures({ figures, stages, shown, state }: Props) {
  const last = stages.active.at(-1);
  const { total, rate, value } = figures;
  return (
    <StatCards
      state={state === 'ready' ? stages.state : state}
      cards={[
        {
          label: 'Total Leads',
          value: formatNumber(total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        { label: 'Active Stages', value: formatNumber(stages.active.length) },
        {
          label: 'Conversion Rate',
          value: `${rate}%`,
          tooltip: `Leads in the last stage${last ? ` (${last.stage_name})` : ''}, of all leads`,
        },
        {
          label: 'Total Value',
          value: formatMoney(value, 'INR', 0),
          tooltip: 'Total annual revenue of all leads',
        },
      ]}
    />
  );
}
