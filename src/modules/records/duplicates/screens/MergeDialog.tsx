import { valueOf } from '~/kit/shared/fields/custom';
import { useAllFields } from '~/kit/ui/calls/own-fields';
import { Button, Radio, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldText } from '~/kit/shared/fields/field-text';
import type { Field } from '~/kit/shared/fields/fields';
import { dayOf, formatDay } from '~/kit/shared/time/days';
import { offerUndo } from '~/kit/ui/bulk/undo';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFailure, DialogFooter, DialogForm } from '~/kit/ui/dialog/DialogParts';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { differingFields, type MergeSide, proposedSide, takenValues } from '../duplicates.rules';
import { type DuplicateSubject, mergeRecords, readBoth, type Row } from './duplicates.client';
import classes from './MergeDialog.module.css';
import { lists } from '~/modules/organization/kinds/kinds.rules';

interface Props {
  subject: DuplicateSubject;
  ids: readonly [number, number] | null;
  onClose: () => void;
  onMerged: () => void;
}

/** "Merge": two records side by side, field by field (docs/product/duplicates.md#merging). */
export default function MergeDialog({ subject, ids, onClose, onMerged }: Props) {
  return (
    <Dialog
      opened={ids !== null}
      onClose={onClose}
      title={`Merge ${lists[subject.kind].plural}`}
      size="lg"
      closeLabel="Close"
    >
      {ids ? <Both {...{ subject, ids, onClose, onMerged }} /> : null}
    </Dialog>
  );
}

function Both({ subject, ids, onClose, onMerged }: Props & { ids: readonly [number, number] }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['merge', subject.kind, ...ids],
    queryFn: () => readBoth(subject.kind, ids),
    gcTime: 0,
    staleTime: 0,
  });
  const [first, second] = data ?? [];
  if (isError)
    return (
      <DialogBody>
        <LoadFailed text="The records could not be loaded." onRetry={() => void refetch()} />
      </DialogBody>
    );
  if (!first || !second)
    return (
      <DialogBody>
        <Skeleton height={240} />
      </DialogBody>
    );
  return <Choices {...{ subject, onClose, onMerged }} rows={[first, second]} />;
}

interface ChoicesProps extends Pick<Props, 'subject' | 'onClose' | 'onMerged'> {
  rows: readonly [Row, Row];
}

function Choices({ subject: given, rows, onClose, onMerged }: ChoicesProps) {
  const subject = { ...given, fields: useAllFields(given.fields) };
  const [survivorId, setSurvivor] = useState(rows[0].id);
  const [survivor, other] = survivorId === rows[0].id ? rows : ([rows[1], rows[0]] as const);
  const names = differingFields(subject.fields, survivor, other);
  const [chosen, setChosen] = useState<Readonly<Record<string, MergeSide>>>({});
  const sides = Object.fromEntries(
    names.map((name) => [name, chosen[name] ?? proposedSide(survivor, other, name)]),
  );
  const { failure, isBusy, merge } = useMerge({ subject, onClose, onMerged });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        void merge({ survivor, other, values: takenValues(other, sides) });
      }}
    >
      <DialogBody>
        <SoftText>
          Everything that belongs to the other record moves to the one you keep. You can undo this
          for 30 days.
        </SoftText>
        <SurvivorChoice
          subject={subject}
          rows={rows}
          survivor={survivor.id}
          onChoose={(id) => {
            setSurvivor(id);
            setChosen({});
          }}
        />
        {names.map((name) => (
          <FieldChoice
            key={name}
            subject={subject}
            name={name}
            rows={rows}
            side={sides[name] === 'other' ? other.id : survivor.id}
            onChoose={(id) =>
              setChosen((now) => ({ ...now, [name]: id === survivor.id ? 'kept' : 'other' }))
            }
          />
        ))}
        {failure === null ? null : <DialogFailure>{failure}</DialogFailure>}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Merge
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}

interface SurvivorChoiceProps {
  subject: DuplicateSubject;
  rows: readonly [Row, Row];
  survivor: number;
  onChoose: (id: number) => void;
}

function SurvivorChoice({ subject, rows, survivor, onChoose }: SurvivorChoiceProps) {
  const { timeZone } = useCompany();
  return (
    <Radio.Group
      className={classes.field}
      label={`${lists[subject.kind].noun} to keep`}
      value={String(survivor)}
      onChange={(id) => onChoose(Number(id))}
    >
      <div className={classes.sides}>
        {rows.map((row) => (
          <Radio
            key={row.id}
            value={String(row.id)}
            label={subject.label(row)}
            description={`Created ${formatDay(dayOf(row.created_at, timeZone))}`}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

interface FieldChoiceProps {
  subject: DuplicateSubject;
  name: string;
  rows: readonly [Row, Row];
  /** The id of the record whose value is taken. */
  side: number;
  onChoose: (id: number) => void;
}

function FieldChoice({ subject, name, rows, side, onChoose }: FieldChoiceProps) {
  const { timeZone } = useCompany();
  const field = subject.fields[name] as Field;
  return (
    <Radio.Group
      className={classes.field}
      label={field.label}
      value={String(side)}
      onChange={(id) => onChoose(Number(id))}
    >
      <div className={classes.sides}>
        {rows.map((row) => {
          const text = subject.linked(row, name) ?? fieldText(field, valueOf(row, name), timeZone);
          return <Radio key={row.id} value={String(row.id)} label={text || 'Nothing'} />;
        })}
      </div>
    </Radio.Group>
  );
}

function useMerge({ subject, onClose, onMerged }: Pick<Props, 'subject' | 'onClose' | 'onMerged'>) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const merge = async (choice: Parameters<typeof mergeRecords>[1]) => {
    setBusy(true);
    setFailure(null);
    try {
      const { record, batch_id } = await mergeRecords(subject.kind, choice);
      offerUndo({
        batch: batch_id,
        message: `Merged into ${subject.label(record)}`,
        nouns: { noun: 'record', plural: 'records' },
        path: lists[subject.kind].path,
        onUndone: onMerged,
      });
      onMerged();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'The records could not be merged');
    } finally {
      setBusy(false);
    }
  };
  return { failure, isBusy, merge };
}
