import { useState } from 'react';
import { NotLoaded } from '~/kit/ui/elements/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { Page } from '~/kit/ui/shell/Page';
import type { RetentionKind } from '../retention.rules';
import { useRetention } from './maintenance.client';
import { RetentionForm } from './RetentionForm';
import { RetentionLine } from './RetentionLine';
import classes from './RetentionPage.module.css';

/** "Retention": how long each kind of trace is kept, for administrators (docs/product/retention.md#screen). */
export default function RetentionPage() {
  const { data, state, retry } = useRetention();
  const [edited, setEdited] = useState<RetentionKind | null>(null);
  const trace = data?.find(({ kind }) => kind === edited);
  return (
    <Page title="Retention" subtitle="How long data is kept. Older data is deleted every night.">
      {data ? (
        <Panel as="div">
          <ul className={classes.traces} aria-label="Retention">
            {data.map((each) => (
              <RetentionLine key={each.kind} trace={each} onEdit={() => setEdited(each.kind)} />
            ))}
          </ul>
        </Panel>
      ) : (
        <NotLoaded what="retention periods" state={state} height={640} onRetry={retry} />
      )}
      {trace ? <RetentionForm trace={trace} onClose={() => setEdited(null)} /> : null}
    </Page>
  );
}
