import { customKey } from '~/kit/shared/fields/custom';
import type { Choice } from '~/kit/shared/fields/fields';
import type { Reading } from '~/kit/shared/fields/field-rules';
import { type CellEdit, type Column, yesNo } from '~/kit/ui/columns/tableColumn';

/** One field that many rows can get the same value in. */
export interface ManyEdit extends Pick<CellEdit<never>, 'kind' | 'inputType' | 'read'> {
  field: string;
  title: string;
  /** Null where a value is typed. The empty one means no value, or none chosen yet. */
  choices: readonly Choice[] | null;
  mustChoose: boolean;
}

/** What the cells of these columns can change among `fields`, those that are chosen from a list first. */
export function editsForMany<Row>(
  columns: readonly Column<Row>[],
  fields?: readonly string[],
): readonly ManyEdit[] {
  const edits = columns.flatMap(({ title, edit }): ManyEdit[] => {
    const isOwn = edit !== undefined && customKey(edit.field) !== null;
    if (!edit || edit.isUnique || (!isOwn && fields?.includes(edit.field) === false)) return [];
    const { field, kind, read, inputType } = edit;
    const shared = { field, title, kind, read, ...(inputType ? { inputType } : {}) };
    if (kind !== 'choice' && kind !== 'flag') {
      return [{ ...shared, choices: null, mustChoose: false }];
    }
    const sharedChoices = choicesForAll(edit);
    if (!sharedChoices) return [];
    const mustChoose = !sharedChoices.some(({ value }) => value === '');
    const choices = mustChoose
      ? [{ value: '', label: 'Select…' }, ...sharedChoices]
      : sharedChoices;
    return [{ ...shared, choices, mustChoose }];
  });
  return [
    ...edits.filter(({ choices }) => choices !== null),
    ...edits.filter(({ choices }) => choices === null),
  ];
}

function choicesForAll<Row>(edit: CellEdit<Row>): readonly Choice[] | null {
  if (edit.choicesForMany) return edit.choicesForMany;
  const { choices } = edit;
  if (typeof choices === 'function') return null;
  return choices ?? (edit.kind === 'flag' ? yesNo : []);
}

/** The value of what was typed or chosen, or what is wrong with it. */
export function readForMany({ read, mustChoose, title }: ManyEdit, typed: string): Reading {
  if (mustChoose && typed === '') return { ok: false, message: `Choose ${title}` };
  return read(typed);
}
