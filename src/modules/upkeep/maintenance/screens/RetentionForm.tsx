import { useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { SoftText } from '~/kit/ui/elements/SoftText';
import type { RetainedData } from '../retention.fields';
import { boundsOf, daysInWords } from '../retention.rules';
import { changeRetention } from './maintenance.client';

interface Props {
  trace: RetainedData;
  onClose: () => void;
}

const failed = 'Failed to change retention';

export function RetentionForm({ trace, onClose }: Props) {
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
      opened
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
