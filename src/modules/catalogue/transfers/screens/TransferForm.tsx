import { useBeforeCount } from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { useMemo, useState } from 'react';
import { picked } from '~/kit/shared/fields/picked';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import {
  carriedNames,
  type Transfer,
  transferFields,
  transferHeader,
  type TransferWithItems,
} from '../transfers.fields';
import { emptyItem, readItems, typedItems } from '../typed-items.rules';
import { ItemsEditor } from './ItemsEditor';
import { useLocations } from '~/modules/catalogue/products/locations/screens/locations.client';
import { type Transfers, useWholeTransfer } from './transfers.client';

const fields = picked(transferFields, transferHeader);
const ofDraft = [
  { title: 'Transfer', names: ['from_id', 'to_id', 'transfer_date'] },
  { title: 'Transport', names: carriedNames },
] as const;
const ofDone = [{ title: 'Transport', names: carriedNames }] as const;

interface Props {
  transfers: Transfers;
  subject: Transfer | 'new' | null;
  onClose: () => void;
}

/** "New Transfer" and "Edit Transfer" (docs/product/transfers.md#screen). */
export default function TransferForm({ subject, ...props }: Props) {
  if (subject === null) return null;
  if (subject === 'new') return <Form {...props} saved={null} copied={null} />;
  return <EditForm {...props} key={subject.id} transfer={subject} />;
}

/** "New Transfer" with the locations and lines of another one. */
export function DuplicateForm({
  copied,
  ...props
}: Omit<Props, 'subject'> & { copied: Transfer | null }) {
  return copied && <CopyForm {...props} key={copied.id} transfer={copied} />;
}

type OfOne = Omit<Props, 'subject'> & { transfer: Transfer };

/** What is typed stays when the transfer is changed by others. */
function EditForm({ transfer, ...props }: OfOne) {
  const opened = useOpened(transfer);
  return opened ? <Form {...props} saved={opened} copied={null} /> : null;
}

function CopyForm({ transfer, ...props }: OfOne) {
  const opened = useOpened(transfer);
  return opened ? <Form {...props} saved={null} copied={opened} /> : null;
}

function useOpened(transfer: Transfer): TransferWithItems | null {
  const { data } = useWholeTransfer(transfer);
  const [opened, setOpened] = useState<TransferWithItems | null>(null);
  if (opened === null && data?.id === transfer.id) setOpened(data);
  return opened;
}

interface FormProps extends Omit<Props, 'subject'> {
  saved: TransferWithItems | null;
  copied: TransferWithItems | null;
}

function Form({ transfers, saved, copied, onClose }: FormProps) {
  const isDraft = saved === null || saved.status === 'draft';
  const mayMove = useMay('stock.update').ok;
  const { choices, nameOf, isAlone } = useLocationChoices(saved);
  const { initial, before } = useStart(saved, copied);
  const [typed, setTyped] = useState(before);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(before);
  const { items, wrong } = readItems(typed);
  const keyFor = useSendKey();
  const beforeCount = useBeforeCount();
  return (
    <FormDialog
      onClose={onClose}
      title={saved ? `Edit Transfer ${saved.transfer_number}` : 'New Transfer'}
      subject={copied?.id}
      size="lg"
      fields={fields}
      initial={initial}
      sections={isDraft ? ofDraft : ofDone}
      required={isDraft ? ['from_id', 'to_id', 'transfer_date'] : []}
      choices={choices}
      check={(name, { from_id, to_id }) =>
        name === 'to_id' && to_id && to_id === from_id ? 'Choose two different locations' : null
      }
      blocked={() => (isDraft ? (isAlone ? noOther : wrong) : null)}
      isChangedBeside={isChanged}
      {...labelsOf(saved, mayMove)}
      failed={orNetworkError(saved ? 'Failed to update transfer' : 'Failed to create transfer')}
      onSubmit={async (values, _key, save, isOther) => {
        if (saved) {
          await save(values, async (change) =>
            transfers.update(saved.id, isDraft && isChanged ? { ...change, items } : change),
          );
          return 'Transfer updated successfully!';
        }
        const status = isOther || !mayMove ? 'draft' : 'done';
        await beforeCount.send((counted) => {
          const body = { ...values, status, items, ...counted };
          return transfers.create(body, keyFor(body));
        });
        return status === 'done'
          ? 'Goods transferred successfully!'
          : 'Transfer created successfully!';
      }}
      question={beforeCount.question}
    >
      {({ from_id = '' }) =>
        isDraft ? (
          <ItemsEditor items={typed} from={nameOf(Number(from_id))} onChange={setTyped} />
        ) : null
      }
    </FormDialog>
  );
}

const noOther = 'There is one location only. Ask an administrator to add another one.';

/** What the form starts with. */
function useStart(saved: TransferWithItems | null, copied: TransferWithItems | null) {
  const { today } = useCompany();
  const [initial] = useState(
    () =>
      saved ?? { ...(copied ? picked(copied, ['from_id', 'to_id']) : {}), transfer_date: today },
  );
  const [before] = useState(() => {
    if (saved) return typedItems(saved.items);
    return copied
      ? typedItems(copied.items.map((item) => ({ ...item, lots: null })))
      : [emptyItem([])];
  });
  return { initial, before };
}

/** Who may not move goods saves drafts alone. */
function labelsOf(saved: Transfer | null, mayMove: boolean) {
  if (saved) return { submitLabel: 'Save' };
  const draft = 'Save as Draft';
  return mayMove ? { submitLabel: 'Transfer', otherLabel: draft } : { submitLabel: draft };
}

/** Active locations, and those that the transfer has. */
function useLocationChoices(saved: Transfer | null) {
  const { rows, state } = useLocations();
  return useMemo(() => {
    const offered = rows.filter(
      ({ id, is_active }) => is_active || id === saved?.from_id || id === saved?.to_id,
    );
    const ids = offered.map(({ id, name }) => ({ value: String(id), label: name }));
    return {
      choices: { from_id: ids, to_id: ids },
      nameOf: (id: number) => rows.find((each) => each.id === id) ?? null,
      isAlone: state === 'ready' && offered.length < 2,
    };
  }, [rows, state, saved]);
}
