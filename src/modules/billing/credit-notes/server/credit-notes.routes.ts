import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { historyRoute } from '~/kit/server/http/history-route';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  checkSchema,
  documentCheckSchema,
} from '~/modules/sales/documents/findings/findings.fields';
import { invoiceFields, invoiceLineFields } from '~/modules/billing/invoices/invoices.fields';
import { checkDate, dateQuery } from '~/modules/sales/papers/server/checking.service';
import { paperPdf } from '~/modules/sales/papers/server/printing.service';
import { requireInvoice } from '~/modules/billing/invoices/server/invoices.service';
import {
  notableLineFields,
  noteFields,
  type NoteKind,
  noteKinds,
  noteLineFields,
} from '../credit-notes.fields';
import {
  correctionSchema,
  newNoteSchema,
  notePatchSchema,
  noteStatusSchema,
} from '../requests.schema';
import { checkNote } from './checking.actions';
import { correctInvoice } from './correcting.actions';
import {
  anyNotes,
  findLastNote,
  getNote,
  listNotes,
  noteWindows,
  listNotesOf,
  noteLines,
  noteLinks,
  notesOf,
  sumCredited,
} from './credit-notes.queries';
import { createNote, deleteNote, setNoteStatus, updateNote } from './credit-notes.actions';
import { listNotable } from './lines.queries';
import { notePaper } from './note-papers.internal';
import { sendNote } from './sending.actions';

const noteRow = rowSchema(noteFields);
const wholeNote = noteRow.and(z.object({ items: z.array(rowSchema(noteLineFields)) }));
const { subtotal, tax_amount, round_off } = noteFields;
const remainingInvoice = z.object({
  lines: z.array(rowSchema(notableLineFields)),
  credited: rowSchema({ subtotal, tax_amount, round_off }),
});

const exceptQuery = z.object({
  except: z.coerce
    .number()
    .int({ error: 'except must be the id of a note' })
    .min(1, { error: 'except must be the id of a note' })
    .max(maxId, { error: 'except must be the id of a note' })
    .optional()
    .describe('A draft that is changed, whose own claims do not count'),
});

const correctedInvoice = rowSchema(invoiceFields).and(
  z.object({ items: z.array(rowSchema(invoiceLineFields)) }),
);

const shared = { tag: 'Credit and debit notes' } as const;

export function creditNoteRoutes(api: Api): void {
  for (const kind of ['credit', 'debit'] as const) {
    noteRoutes(api, kind);
    invoiceRoutes(api, kind);
    checkRoutes(api, kind);
    stepRoutes(api, kind);
  }
  route(api, {
    ...shared,
    access: ['invoices.create', 'invoices.issue'],
    method: 'POST',
    url: '/invoices/:id/correct',
    summary: 'Credit the rest of an issued invoice, and create a new draft with its lines',
    params: idParams,
    body: correctionSchema,
    response: z.object({ credit_note: wholeNote, invoice: correctedInvoice }),
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => correctInvoice(context, params.id, body.reason),
  });
  historyRoute(api, {
    ...shared,
    access: 'invoices.read',
    entity: anyNotes,
    links: noteLinks,
    lines: [noteLines],
    read: ({ db, person }, id) => getNote(db, anyNotes, { id, person }),
  });
}

function textsOf(kind: NoteKind) {
  const { path: url, noun } = noteKinds[kind];
  const name = noun.toLowerCase();
  return { url, name };
}

function noteRoutes(api: Api, kind: NoteKind): void {
  const { url, name } = textsOf(kind);
  recordRoutes(api, {
    ...shared,
    url,
    access: 'invoices',
    response: wholeNote,
    find: ({ db, person }, id) => getNote(db, notesOf[kind], { id, person }),
    list: {
      summary: `List the ${name}s of the chosen workspace, newest first`,
      row: noteRow,
      source: ({ person }) => listNotes(kind, person),
      windows: noteWindows(kind),
    },
    read: { summary: `Get a ${name} with its items` },
    create: {
      summary: `Create a ${name} for an issued invoice: a draft, or issued at once`,
      body: newNoteSchema,
      act: (context, body) => createNote(context, kind, body),
    },
    update: {
      summary: `Change a draft of a ${name}: the whole form or any of its fields`,
      body: notePatchSchema,
      act: (context, id, change) => updateNote(context, kind, { id, change }),
    },
    status: {
      summary: `Issue a ${name}, or cancel an issued one`,
      body: noteStatusSchema,
      act: (context, id, body) => setNoteStatus(context, kind, { id, ...body }),
    },
    remove: {
      summary: `Delete a draft of a ${name}`,
      act: (context, id) => deleteNote(context, kind, id),
    },
  });
}

function invoiceRoutes(api: Api, kind: NoteKind): void {
  const { url, name } = textsOf(kind);
  const reading = { ...shared, access: 'invoices.read' } as const;
  listRoute(api, {
    ...reading,
    url: `${url}/invoice/:id`,
    summary: `List the ${name}s of an invoice, newest first`,
    row: noteRow,
    params: idParams,
    source: async ({ context, params }) => {
      await requireInvoice(context, params.id);
      return listNotesOf(kind, context.person, params.id);
    },
  });
  route(api, {
    ...reading,
    method: 'GET',
    url: `${url}/invoice/:id/lines`,
    summary: `List the lines of an invoice that a ${name} can correct, with the rest after credit notes`,
    params: idParams,
    query: exceptQuery,
    response: remainingInvoice,
    handle: async ({ context, params, query }) => {
      await requireInvoice(context, params.id);
      const of = { invoiceId: params.id, except: query.except ?? null };
      const [lines, credited] = await Promise.all([
        listNotable(context.db, of),
        sumCredited(context.db, of),
      ]);
      return { lines, credited };
    },
  });
}

function checkRoutes(api: Api, kind: NoteKind): void {
  const { url, name } = textsOf(kind);
  const reading = { ...shared, access: 'invoices.read' } as const;
  route(api, {
    ...reading,
    method: 'GET',
    url: `${url}/date-check`,
    summary: `Check a date of a ${name} that is being written`,
    query: dateQuery,
    response: checkSchema,
    handle: ({ context, query: { date } }) => {
      const { path, type } = noteKinds[kind];
      return checkDate(context, { kind: type, date, path, findLast: findLastNote });
    },
  });
  route(api, {
    ...reading,
    method: 'GET',
    url: `${url}/:id/check`,
    summary: `Check a ${name} against the rules of the GST portals`,
    params: idParams,
    response: documentCheckSchema,
    handle: async ({ context, params: { id } }) =>
      checkNote(context, await getNote(context.db, notesOf[kind], { id, person: context.person })),
  });
}

function stepRoutes(api: Api, kind: NoteKind): void {
  const { url, name } = textsOf(kind);
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: `${url}/:id/send`,
    summary: `Email a ${name} to its customer; a draft is issued first`,
    params: idParams,
    response: wholeNote,
    idempotent: true,
    handle: ({ context, params: { id } }) => sendNote(context, { kind, id }, api),
  });
  fileRoute(api, {
    ...shared,
    access: 'invoices.read',
    url: `${url}/:id/pdf`,
    summary: `Download a ${name} as PDF`,
    params: idParams,
    handle: async ({ context: { db, person }, params: { id } }) => {
      const note = await getNote(db, notesOf[kind], { id, person });
      return paperPdf(db, notePaper(note));
    },
  });
}
