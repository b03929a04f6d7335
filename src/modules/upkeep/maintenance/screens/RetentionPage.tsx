import { useState, useMemo } from 'react';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { Page } from '~/kit/ui/shell/Page';
import { type RetentionKind, boundsOf, daysInWords } from '../retention.rules';
import { useRetention, changeRetention } from './maintenance.client';
import { RetentionLine } from './RetentionLine';
import classes from './RetentionPage.module.css';
import * as field from '~/kit/shared/fields/fields';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { RetainedData } from '../retention.fields';

interface Props {
  trace: RetainedData;
  onClose: () => void;
}

const failed = 'Failed to change retention';

function RetentionForm({ trace, onClose }: Props) {
  const { kind, label, days, default_days, least_days: min, most_days: max, may_keep } = trace;
  const fields = useMemo(
    () => ({
      days: may_keep
        ? field.wholeNumber({ label: 'Days (leave empty to keep forever)', min, max })
        : field.wholeNumber({ label: 'Days', required: true, min, max }),
    }),
    [may_keep, min, max],
  );
  const initial = useMemo(() => ({ days }), [days]);
  return (
    <FormDialog
      onClose={onClose}
      title={label}
      size="sm"
      fields={fields}
      initial={initial}
      submitLabel="Save"
      failed={{ refused: failed }}
      onSubmit={async (values) => {
        await changeRetention({ [kind]: values.days ?? null });
        return 'Retention changed';
      }}
    >
      <SoftText small>
        {boundsOf(kind)}. Default: {daysInWords(default_days)}. Older data is deleted every night.
      </SoftText>
    </FormDialog>
  );
}

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
