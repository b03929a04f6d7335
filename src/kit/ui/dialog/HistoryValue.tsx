import { customKey } from '~/kit/shared/fields/custom';
import { fieldText } from '~/kit/shared/fields/field-text';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import type { FieldChange } from '~/kit/shared/history';
import type { Day } from '~/kit/shared/time/days';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { lineText, type PastLine } from './historyLine';
import classes from './RecordHistory.module.css';

interface ChangeProps {
  change: FieldChange;
  fields: Fields;
  timeZone: string;
  /** A new record has no values before. */
  isNew?: boolean;
}

/** A line of a list of changes: the field with what it was and is. */
export function HistoryChange({ change, fields, timeZone, isNew = false }: ChangeProps) {
  const shown = { field: fields[change.field], timeZone };
  return (
    <div>
      <dt>{fields[change.field]?.label ?? customKey(change.field) ?? change.label}</dt>
      <dd>
        {isNew ? null : (
          <>
            <span className="visually-hidden">from </span>
            <HistoryValue {...shown} value={sideOf(change, 'before')} isDeleted />
            <span aria-hidden="true"> → </span>
            <span className="visually-hidden">to </span>
          </>
        )}
        <HistoryValue {...shown} value={sideOf(change, 'after')} />
      </dd>
    </div>
  );
}

export interface PastProps {
  path: string;
  /** Its `updated_at`: another version has a longer history. */
  version: string;
  fields: Fields;
  timeZone: string;
  today: Day;
}

/** The value of one side of a change: the name where it is a link. */
function sideOf({ names, ...change }: FieldChange, side: 'before' | 'after'): unknown {
  return names?.[side] ?? change[side];
}

interface Props {
  field: Field | undefined;
  value: unknown;
  timeZone: string;
  isDeleted?: boolean;
}

export function HistoryValue({ field, value, timeZone, isDeleted = false }: Props) {
  if (Array.isArray(value))
    return <LineList lines={value as Partial<PastLine>[]} isDeleted={isDeleted} />;
  const text = field ? fieldText(field, value, timeZone) : String(value ?? '');
  if (text === '')
    return (
      <SoftText as="span">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">nothing</span>
      </SoftText>
    );
  return isDeleted ? <SoftText as="span">{text}</SoftText> : <span>{text}</span>;
}

function LineList({
  lines,
  isDeleted,
}: {
  lines: readonly Partial<PastLine>[];
  isDeleted: boolean;
}) {
  if (lines.length === 0) return <SoftText as="span">none</SoftText>;
  const texts = lines.map(lineText);
  const shown = texts.map((text, position) => <li key={`${position} ${text}`}>{text}</li>);
  return (
    <ul className={classes.lines} data-gone={isDeleted || undefined}>
      {shown}
    </ul>
  );
}
