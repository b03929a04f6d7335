import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { Records } from '~/kit/ui/records/useRecords';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { Badge } from '~/kit/ui/elements/Badge';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { FailedState } from '~/kit/ui/messages/ListStates';
import type { SaveOver } from '~/kit/ui/form/saveOver';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import classes from './CustomerParts.module.css';

export interface PartTexts {
  /** "Address", with "address" and "addresses" within sentences. */
  noun: string;
  one: string;
  all: string;
}

/** How a part reads in the list. */
export interface PartFace {
  name: string;
  badges: readonly string[];
  text: ReactNode;
}

export interface PartFormProps<Row extends { id: number }, Patch> {
  records: Records<Row, Patch>;
  subject: Row | 'new';
  onClose: () => void;
}

interface Props<Row extends { id: number }, Patch> {
  texts: PartTexts;
  records: Records<Row, Patch>;
  faceOf: (row: Row) => PartFace;
  form: ComponentType<PartFormProps<Row, Patch>>;
}

/** What the form of a part shows and does: it adds one, or changes the existing one. */
export function partForm<Row extends { id: number }, Patch>(
  { noun, one }: PartTexts,
  { records, subject, onClose }: PartFormProps<Row, Patch>,
) {
  const existing = subject === 'new' ? null : subject;
  const verb = existing ? 'update' : 'create';
  return {
    opened: true,
    onClose,
    title: `${existing ? 'Edit' : 'Add'} ${noun}`,
    subject: records.path,
    size: 'lg' as const,
    submitLabel: `Save ${noun}`,
    failed: orTryAgain(`Failed to ${verb} ${one}`),
    onSubmit: async (values: Patch & { updated_at?: string }, _key: string, save: SaveOver) => {
      await (existing
        ? save(values, (body) => records.update(existing.id, body))
        : records.create(values));
      return `${noun} ${existing ? 'updated' : 'added'}`;
    },
  };
}

type Open<Row> = { what: 'form'; subject: Row | 'new' } | { what: 'delete'; row: Row };

/** The addresses or contacts in a customer's details, with the dialogs that change them. */
export function CustomerParts<Row extends { id: number }, Patch>(props: Props<Row, Patch>) {
  const { texts, records, faceOf, form: Form } = props;
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const mayChange = useMay('customers.update').ok;
  const recordToDelete = open?.what === 'delete' ? open.row : null;
  const close = () => setOpen(null);
  return (
    <>
      <PartList {...props} onOpen={mayChange ? setOpen : null} />
      {mayChange && records.state === 'ready' ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => setOpen({ what: 'form', subject: 'new' })}
        >
          Add {texts.noun}
        </Button>
      ) : null}
      {open?.what === 'form' ? (
        <Form records={records} subject={open.subject} onClose={close} />
      ) : null}
      <ConfirmDelete
        noun={texts.noun}
        record={recordToDelete}
        label={recordToDelete && faceOf(recordToDelete).name}
        message={`Existing documents keep this ${texts.one}.`}
        onDelete={records.delete}
        done={`${texts.noun} deleted`}
        offlineText={`Failed to delete ${texts.one}. Please try again.`}
        onClose={close}
      />
    </>
  );
}

interface ListProps<Row extends { id: number }, Patch> extends Props<Row, Patch> {
  onOpen: ((open: Open<Row>) => void) | null;
}

function PartList<Row extends { id: number }, Patch>(props: ListProps<Row, Patch>) {
  const { texts, records, faceOf, onOpen } = props;
  if (records.state === 'failed')
    return <FailedState text={`Failed to load ${texts.all}`} onRetry={records.retry} />;
  if (records.state === 'loading') return <p role="status">Loading {texts.all}...</p>;
  if (records.rows.length === 0)
    return <SoftText className={classes.none}>No {texts.all}</SoftText>;
  return (
    <ul className={classes.parts}>
      {records.rows.map((row) => (
        <Part key={row.id} face={faceOf(row)}>
          {onOpen
            ? (name) => (
                <>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Edit ${name}`}
                    onClick={() => onOpen({ what: 'form', subject: row })}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    color="red"
                    aria-label={`Delete ${name}`}
                    onClick={() => onOpen({ what: 'delete', row })}
                  >
                    Delete
                  </Button>
                </>
              )
            : null}
        </Part>
      ))}
    </ul>
  );
}

function Part({
  face: { name, badges, text },
  children,
}: {
  face: PartFace;
  children: ((name: string) => ReactNode) | null;
}) {
  return (
    <li className={classes.part}>
      <div className={classes.texts}>
        <p className={classes.name}>
          {name}
          {badges.map((badge) => (
            <Badge key={badge} color="teal">
              {badge}
            </Badge>
          ))}
        </p>
        <p className={classes.text}>{text}</p>
      </div>
      {children ? <div className={classes.buttons}>{children(name)}</div> : null}
    </li>
  );
}
