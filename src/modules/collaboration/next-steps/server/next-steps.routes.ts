import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { newStepSchema, nextStepFields, stepChangeSchema } from '../next-steps.fields';
import { addStep, changeStep, readStep, removeStep, stepsOf } from './next-steps.actions';
import {
  callPath,
  lists,
  type RecordKind,
  recordKinds,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

const row = rowSchema(nextStepFields);
const shared = { tag: 'Next steps', params: idParams } as const;
const ofStep = {
  ...shared,
  url: '/next-steps/:id',
  access: 'user',
  takesKeys: true,
} as const;

/** `/{leads|customers|orders|invoices|products}/{id}/next-steps` and `/next-steps/{id}` (docs/product/records.md#calls). */
export function nextStepRoutes(api: Api): void {
  for (const kind of recordKinds) routesOf(api, kind);
  route(api, {
    ...ofStep,
    method: 'PUT',
    summary: 'Change a next step, or tick it: done, or a moment in done_at',
    body: stepChangeSchema,
    response: row,
    current: (context, { id }) => readStep(context, id),
    handle: ({ context, params, body }) => changeStep(context, params.id, body),
  });
  route(api, {
    ...ofStep,
    method: 'DELETE',
    summary: 'Delete a next step',
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => removeStep(context, params.id),
  });
}

function routesOf(api: Api, kind: RecordKind): void {
  const whole = { ...shared, url: `${callPath(kind)}/:id/next-steps` };
  const noun = lists[kind].noun.toLowerCase();
  listRoute(api, {
    ...whole,
    access: `${subjectOfKind(kind)}.read`,
    summary: `List the next steps of a ${noun}: open ones by date, then completed ones`,
    row,
    source: ({ context, params }) => stepsOf(context, { kind, id: params.id }),
  });
  route(api, {
    ...whole,
    access: `${subjectOfKind(kind)}.update`,
    method: 'POST',
    status: 201,
    summary: `Add a next step to a ${noun}; without assigned_to it is assigned to you`,
    body: newStepSchema,
    response: row,
    handle: ({ context, params, body }) => addStep(context, { kind, id: params.id }, body),
  });
}
