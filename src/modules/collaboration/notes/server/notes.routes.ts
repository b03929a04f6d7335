import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { newNoteSchema, notePatchSchema, recordNoteSchema } from '../notes.fields';
import { addNote, changeNote, notesOf, removeNote } from './notes.actions';
import {
  callPath,
  lists,
  type RecordKind,
  recordKinds,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

const shared = { tag: 'Notes', params: idParams } as const;

/** `/leads/{id}/notes` and its like, and `/notes/{id}` (docs/product/records.md#notes). */
export function recordNoteRoutes(api: Api): void {
  for (const kind of recordKinds) routesOf(api, kind);
  route(api, {
    ...shared,
    access: 'user',
    takesKeys: true,
    method: 'PUT',
    url: '/notes/:id',
    summary: 'Change your own note',
    body: notePatchSchema,
    response: recordNoteSchema,
    handle: ({ context, params, body }) => changeNote(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'user',
    takesKeys: true,
    method: 'DELETE',
    url: '/notes/:id',
    summary: 'Delete your own note; an administrator can delete any',
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => removeNote(context, params.id),
  });
}

function routesOf(api: Api, kind: RecordKind): void {
  const noun = lists[kind].noun.toLowerCase();
  const whole = { ...shared, url: `${callPath(kind)}/:id/notes` };
  listRoute(api, {
    ...whole,
    access: `${subjectOfKind(kind)}.read`,
    summary: `List the notes on a ${noun}, newest first`,
    row: recordNoteSchema,
    source: ({ context, params }) => notesOf(context, { kind, id: params.id }),
  });
  route(api, {
    ...whole,
    access: `${subjectOfKind(kind)}.update`,
    method: 'POST',
    summary: `Add a note to a ${noun}; mentioned users are notified`,
    body: newNoteSchema,
    response: recordNoteSchema,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => addNote(context, { kind, id: params.id }, body),
  });
}
