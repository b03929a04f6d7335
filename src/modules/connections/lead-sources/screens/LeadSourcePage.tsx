import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { offeredActions } from '~/kit/ui/grid/tableColumn';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { TabPage } from '~/kit/ui/shell/TabPage';
import { ArrivalsPanel } from './ArrivalsPanel';
import { useSourceDialogs } from './LeadSourceDialogs';
import { SourceDetails } from './SourceDetails';
import { useLeadSources } from './lead-sources.client';

const back = { to: '/lead-sources', label: 'Lead Sources' };

/** One source with its arrivals (docs/product/lead-sources.md#screens). */
export default function LeadSourcePage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const sources = useLeadSources();
  const toList = () => void navigate({ href: '/lead-sources' });
  const { rowActions, dialogs } = useSourceDialogs(sources, toList);
  const source = sources.rows.find((each) => String(each.id) === id);
  if (!source)
    return (
      <Page title="Lead Source" back={back}>
        {sources.state === 'failed' ? (
          <FailedState text="The lead source could not be loaded" onRetry={sources.retry} />
        ) : sources.state === 'loading' ? (
          <LoadingRows columns={2} text="Loading lead source..." />
        ) : (
          <EmptyState text="Lead source not found" hint="It may have been deleted." action={null} />
        )}
      </Page>
    );
  const buttons = offeredActions(rowActions, source).map(
    ({ key, label, icon, danger, onClick }) => (
      <Button
        key={key}
        size="sm"
        variant="default"
        {...(danger ? { c: 'red' } : {})}
        leftSection={icon}
        onClick={() => onClick(source)}
      >
        {label(source)}
      </Button>
    ),
  );
  return (
    <TabPage
      key={source.id}
      title={source.name}
      back={back}
      actions={<MoreActions>{buttons}</MoreActions>}
      tabs={[
        { value: 'details', label: 'Details', content: <SourceDetails source={source} /> },
        { value: 'arrivals', label: 'Arrivals', content: <ArrivalsPanel source={source} /> },
      ]}
    >
      {dialogs}
    </TabPage>
  );
}
