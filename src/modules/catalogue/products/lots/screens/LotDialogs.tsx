import * as field from '~/kit/shared/fields/fields';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Lot, lotFields, mostLabels } from '../lots.fields';
import { daysProblem } from '../lots.rules';
import type { LotDialogsState } from './LotActions';
import { type Lots, saveLabels } from './lots.client';

interface Props {
  lots: Lots;
  dialogs: LotDialogsState;
}

export function LotDialogs({ lots, dialogs: { recordTo, close } }: Props) {
  const [edited, labelled] = [recordTo('edit'), recordTo('label')];
  return (
    <>
      {edited ? <LotForm key={edited.id} lots={lots} lot={edited} onClose={close} /> : null}
      {labelled ? <LabelForm key={labelled.id} lot={labelled} onClose={close} /> : null}
    </>
  );
}

const sections = [{ title: '', names: ['made_on', 'expires_on', 'vendor_lot', 'notes'] }] as const;

function LotForm({ lots, lot, onClose }: { lots: Lots; lot: Lot; onClose: () => void }) {
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit Lot ${lot.lot_number}`}
      size="lg"
      fields={lotFields}
      sections={sections}
      initial={lot}
      check={(name, typed) => (name === 'expires_on' ? daysProblem(typed) : null)}
      submitLabel="Save Lot"
      failed={{ refused: 'Failed to update lot' }}
      onSubmit={async (values, _key, save) => {
        await save(values, (body) => lots.update(lot.id, body));
        return 'Lot updated successfully';
      }}
    />
  );
}

const labelFields = {
  copies: field.wholeNumber({ label: 'Copies', required: true, min: 1, max: mostLabels }),
};
const labelSections = [{ title: '', names: ['copies'] }] as const;

function LabelForm({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Labels of ${lot.lot_number}`}
      size="sm"
      fields={labelFields}
      sections={labelSections}
      initial={{ copies: 1 }}
      submitLabel="Download Labels"
      onSubmit={({ copies }) => saveLabels([lot.id], copies ?? 1)}
    />
  );
}
