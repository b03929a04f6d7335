import { useCallback, useMemo, useState } from 'react';
import { useInvoiceById } from '~/modules/billing/invoices/screens/invoices.client';
import type { NotableLine, Note, NoteKind } from '../credit-notes.fields';
import { splitOf } from '../note-amounts.rules';
import { initialItem, readItems, type TypedItem } from '../note-form.rules';
import { useRemainingInvoice, useNote } from './credit-notes.client';

/** The items of the form, as they are typed over what the invoice has. */
export function useNoteItems(
  kind: NoteKind,
  { note, invoiceId }: { note: Note | null; invoiceId: number | null },
) {
  const [typed, setTyped] = useState<ReadonlyMap<number, TypedItem>>(new Map());
  const loaded = useRemainingInvoice(invoiceId, note);
  const remaining = loaded.isEarlier ? null : loaded.data;
  const whole = useNote(note ?? noNote, note !== null);
  const own = whole.data?.items ?? null;
  const noted = useInvoiceById(invoiceId);
  const invoice = noted.data;
  const isLoaded = remaining !== null && invoice !== null && (note === null || own !== null);
  const typedOf = useCallback(
    (line: NotableLine) => typed.get(line.id) ?? initialItem(kind, line, note ? own : null),
    [typed, kind, note, own],
  );
  const read = useMemo(() => {
    if (!isLoaded) return null;
    const basis = { typed: typedOf, invoice, split: splitOf(invoice, null) };
    return readItems(kind, remaining, basis);
  }, [isLoaded, typedOf, invoice, kind, remaining]);
  return {
    remaining: isLoaded ? remaining : null,
    failed: [loaded, whole, noted].find(({ state }) => state === 'failed') ?? null,
    invoice,
    read,
    typedOf,
    isTyped: typed.size > 0,
    change: (line: NotableLine, values: Partial<TypedItem>) =>
      setTyped((before) => new Map(before).set(line.id, { ...typedOf(line), ...values })),
  };
}

export type NoteItemsForm = ReturnType<typeof useNoteItems>;

const noNote = { id: 0, kind: 'credit', updated_at: '' } as Note;
