import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { CalendarButton } from '~/kit/ui/inputs/CalendarButton';
import { isWithin, openCalendarByKey, useTypedDate } from '~/kit/ui/inputs/DateInput';
import { useFailedLists } from '~/kit/ui/calls/failed-lists';
import { CellBubble } from './CellBubble';
import type { Draft } from './cellEdits';
import { pasteLine } from '~/kit/ui/hooks/pasteLine';
import { type CellEdit, type Column, choicesOf } from '~/kit/ui/columns/tableColumn';
import { overCell, useAtCell } from './useAtCell';
import type { EditorCallbacks } from './useGridKeys';
import classes from './CellEditor.module.css';

export interface EditorProps<Row> {
  row: Row;
  column: Column<Row>;
  edit: CellEdit<Row>;
  draft: Draft;
  callbacks: EditorCallbacks<Row>;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The input of one cell. Enter saves, Escape restores, Tab saves and moves to the next editable cell (Shift+Tab to the
 * previous one). Leaving it by mouse saves a change, but does not retry a refused one: that stays, with the reason,
 * until it is corrected or cancelled. Text of several lines takes Shift+Enter for a new line.
 */
export function CellEditor<Row>({ row, column, edit, draft, callbacks }: EditorProps<Row>) {
  const control = useRef<Control>(null);
  const messageId = useId();
  const isSaving = draft.phase === 'saving';
  useTakenFocus(control, draft.openedBy);

  const onKeyDown = (event: KeyboardEvent) => {
    // During input composition Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (isSaving && event.key !== 'Enter' && event.key !== 'Tab') return;
    event.stopPropagation();
    if (event.key === 'Escape') callbacks.edits.cancel(row, column);
    else if (event.key === 'Enter' && !event.shiftKey) callbacks.edits.commit(row, column);
    else if (event.key !== 'Tab' || !callbacks.tab(row, column, event.shiftKey)) return;
    event.preventDefault();
  };
  const shared = {
    className: classes.input,
    value: draft.typed,
    'aria-label': column.title,
    'aria-invalid': draft.error !== null || undefined,
    'aria-describedby': draft.error === null ? undefined : messageId,
    onKeyDown,
    onBlur: (event: FocusEvent) => {
      // When another window gets the focus, the person has not left the cell.
      if (document.hasFocus() || event.relatedTarget) callbacks.edits.leave(row, column);
    },
  };
  const onType = (typed: string) => callbacks.edits.type(row, column, typed);
  return (
    <>
      {edit.kind === 'choice' || edit.kind === 'flag' ? (
        <ChoiceInput {...{ row, column, edit, draft, callbacks, control, shared }} />
      ) : edit.kind === 'longText' ? (
        <LongInput {...{ control, shared, onType, isSaving }} />
      ) : edit.kind === 'day' ? (
        <DayInput
          {...{ control, shared, onType, isSaving }}
          onChoose={() => callbacks.edits.commit(row, column, true)}
        />
      ) : (
        <input
          {...shared}
          {...inputProps(edit)}
          ref={control as RefObject<HTMLInputElement | null>}
          readOnly={isSaving}
          autoComplete="off"
          spellCheck={false}
          data-align={column.align}
          onPaste={pasteLine}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
      {draft.error === null ? null : <CellBubble id={messageId} tone="error" text={draft.error} />}
    </>
  );
}

interface Shared {
  className: string | undefined;
  value: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

interface ChoiceProps<Row> extends EditorProps<Row> {
  control: RefObject<Control | null>;
  shared: Shared;
}

/**
 * A list of options. Chosen by keyboard it is saved like text, for the arrow keys pass through other options; chosen
 * in any other way (mouse, finger, voice) it is saved at once and stays open.
 */
function ChoiceInput<Row>({
  row,
  column,
  edit,
  draft,
  callbacks,
  control,
  shared,
}: ChoiceProps<Row>) {
  const byKey = useRef(false);
  const choices = choicesOf(edit, row);
  const isChoice = choices.some((choice) => choice.value === draft.typed);
  const { isAny: isFailed, retry } = useFailedLists();
  const isEmpty = isFailed && choices.every((choice) => choice.value === '');
  useEffect(() => {
    if (isEmpty) retry();
  }, [isEmpty, retry]);
  return (
    <>
      <select
        {...shared}
        ref={control as RefObject<HTMLSelectElement | null>}
        aria-readonly={draft.phase === 'saving' || undefined}
        onKeyDown={(event) => {
          byKey.current = true;
          shared.onKeyDown(event);
        }}
        onPointerDown={() => {
          byKey.current = false;
        }}
        onChange={(event) => {
          if (draft.phase === 'saving') return;
          callbacks.edits.type(row, column, event.currentTarget.value);
          if (!byKey.current) callbacks.edits.commit(row, column, true);
          byKey.current = false;
        }}
      >
        {isChoice ? null : <option value={draft.typed}>{column.text(row)}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {isEmpty ? <CellBubble tone="note" text="The choices could not be loaded." /> : null}
    </>
  );
}

interface LongProps {
  control: RefObject<Control | null>;
  shared: Shared;
  onType: (typed: string) => void;
  isSaving: boolean;
}

function LongInput({ control, shared, onType, isSaving }: LongProps) {
  useAtCell(control, overCell);
  return (
    <textarea
      {...shared}
      ref={control as RefObject<HTMLTextAreaElement | null>}
      popover="manual"
      rows={5}
      readOnly={isSaving}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface DayProps extends LongProps {
  /** After a day was chosen by mouse or key. */
  onChoose: () => void;
}

/** A day chosen in the calendar is saved at once, and the editor stays open, as with a choice. */
function DayInput({ control, shared, onType, isSaving, onChoose }: DayProps) {
  const { onBlur, onKeyDown, value, ...rest } = shared;
  const input = control as RefObject<HTMLInputElement | null>;
  const date = useTypedDate(value, onType);
  return (
    <span className={classes.day} onBlur={(event) => (isWithin(event) ? undefined : onBlur(event))}>
      <input
        {...rest}
        {...date.input}
        ref={input}
        readOnly={isSaving}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && !isSaving) openCalendarByKey(event);
          onKeyDown(event);
        }}
      />
      {isSaving ? null : (
        <CalendarButton
          input={input}
          value={value}
          isTabStop={false}
          onChoose={(day) => {
            date.choose(day);
            onChoose();
          }}
        />
      )}
    </span>
  );
}

function useTakenFocus(control: RefObject<Control | null>, openedBy: Draft['openedBy']): void {
  useLayoutEffect(() => {
    const element = control.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    if (element instanceof HTMLSelectElement) {
      if (openedBy === 'pointer') openList(element);
    } else if (openedBy !== 'typing') element.select();
    // Once, when the editor opens.
  }, [control, openedBy]);
}

function openList(select: HTMLSelectElement): void {
  try {
    select.showPicker();
  } catch {
    // Unsupported, or no recent click: one more click opens the list.
  }
}

function inputProps<Row>({ kind, inputType }: CellEdit<Row>) {
  // Not type=number: it hides what it cannot read, changes under the mouse wheel and loses "1,45,000".
  if (kind === 'number') return { type: 'text', inputMode: 'decimal' as const };
  return { type: inputType ?? 'text' };
}
