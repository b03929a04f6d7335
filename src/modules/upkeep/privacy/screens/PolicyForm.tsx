import { useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Policy } from '../privacy.fields';
import { parseRetention, retentionLines, textLines } from '../privacy.rules';
import { changePolicy } from './privacy.client';

interface Props {
  policy: Policy;
  opened: boolean;
  onClose: () => void;
}

const lines = (label: string) => field.longText({ label, required: true, max: 10_000 });

const formFields = {
  dataController: field.text({ label: 'Data Controller', required: true, max: 500 }),
  contact: field.text({ label: 'Contact', required: true, max: 500 }),
  retention: field.longText({
    label: 'Data Retention Periods (one per line, as item: period)',
    required: true,
    max: 10_000,
    format: (text) => parseRetention(text) !== null,
    messages: { format: 'Write each line as "item: period"' },
  }),
  rights: lines('Your Rights (one per line)'),
  purposes: lines('Data Processing Purposes (one per line)'),
};

const message = 'Failed to save privacy information';

export default function PolicyForm({ policy, opened, onClose }: Props) {
  const initial = useMemo(() => ({ ...policy, ...textsOf(policy) }), [policy]);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Edit Privacy Information"
      size="lg"
      fields={formFields}
      initial={initial}
      submitLabel="Save Privacy Information"
      failed={{ refused: message }}
      onSubmit={async (texts, _key, save) => {
        await save(texts, sendTexts, { valuesOf: (row) => textsOf(row as Policy) });
        return 'Privacy information updated successfully';
      }}
    />
  );
}

function textsOf(policy: Policy) {
  return {
    dataController: policy.dataController,
    contact: policy.contact,
    retention: retentionLines(policy.dataRetentionPeriods),
    rights: policy.userRights.join('\n'),
    purposes: policy.dataProcessingPurposes.join('\n'),
  };
}

async function sendTexts(
  texts: field.PatchOf<typeof formFields> & { updated_at: string },
): Promise<void> {
  const { dataController, contact, retention, rights, purposes, updated_at } = texts;
  await changePolicy({
    dataController,
    contact,
    dataRetentionPeriods: parseRetention(retention ?? '') ?? {},
    userRights: textLines(rights ?? ''),
    dataProcessingPurposes: textLines(purposes ?? ''),
    updated_at,
  });
}
