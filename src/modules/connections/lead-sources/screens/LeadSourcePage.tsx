import { useNavigate } from '@tanstack/react-router';
import { ListedRecordPage } from '~/kit/ui/shell/ListedRecordPage';
import { ArrivalsPanel } from './ArrivalsPanel';
import { useSourceDialogs } from './LeadSourceDialogs';
import { SourceDetails } from './SourceDetails';
import { useLeadSources } from './lead-sources.client';

const back = { to: '/lead-sources', label: 'Lead Sources' };

/** One source with its arrivals (docs/product/lead-sources.md#screens). */
export default function LeadSourcePage() {
  const navigate = useNavigate();
  const sources = useLeadSources();
  const { rowActions, dialogs } = useSourceDialogs(
    sources,
    () => void navigate({ href: '/lead-sources' }),
  );
  return (
    <ListedRecordPage
      list={sources}
      noun="Lead Source"
      back={back}
      rowActions={rowActions}
      title={({ name }) => name}
      renderTabs={(source) => [
        { value: 'details', label: 'Details', content: <SourceDetails source={source} /> },
        { value: 'arrivals', label: 'Arrivals', content: <ArrivalsPanel source={source} /> },
      ]}
    >
      {dialogs}
    </ListedRecordPage>
  );
}
