import path from 'node:path';
import { z } from 'zod';
import { AppError, invalid } from '~/kit/server/errors';
import { acceptFiles, receiveFile } from '~/kit/server/files/upload';
import { createLimiter } from '~/kit/server/limiter';
import { fileRoute } from '~/kit/server/http/file-route';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { fileFields } from '../attachments.fields';
import { fileTooLarge, mostFileBytes } from '../attachments.rules';
import { fileTypesInWords, isShownType } from '../file-types.rules';
import { addFile, expectFile, filesOf, openFile, removeFile } from './attachments.actions';
import {
  callPath,
  lists,
  type RecordKind,
  recordKinds,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

const row = rowSchema(fileFields);
const shared = { tag: 'Files', params: idParams } as const;

/** `/{leads|customers|orders|invoices|products}/{id}/files` and `/files/{id}` (docs/product/records.md#calls). */
export function attachmentRoutes(api: Api): void {
  for (const kind of recordKinds) listOf(api, kind);
  void api.app.register(async (scope) => {
    await acceptFiles(scope);
    for (const kind of recordKinds) uploadTo({ ...api, app: scope }, kind);
  });
  download(api);
  route(api, {
    ...shared,
    url: '/files/:id',
    access: 'user',
    takesKeys: true,
    method: 'DELETE',
    summary: 'Delete a file, as the person who added it or an administrator',
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => removeFile(context, params.id),
  });
}

function listOf(api: Api, kind: RecordKind): void {
  listRoute(api, {
    ...shared,
    url: `${callPath(kind)}/:id/files`,
    access: `${subjectOfKind(kind)}.read`,
    summary: `List the files of a ${lists[kind].noun.toLowerCase()}, newest first`,
    row,
    source: ({ context, params }) => filesOf(context, { kind, id: params.id }),
  });
}

function uploadTo(api: Api, kind: RecordKind): void {
  const folder = path.join(api.dataDir, 'uploads');
  const tooLarge = new AppError('upload.too_large', fileTooLarge);
  route(api, {
    ...shared,
    url: `${callPath(kind)}/:id/files`,
    access: `${subjectOfKind(kind)}.update`,
    method: 'POST',
    status: 201,
    summary: `Add a file of up to 20 MB (multipart, field file): ${fileTypesInWords}`,
    deadlineSeconds: 300,
    response: row,
    handle: async ({ request, context, params: { id } }) => {
      const { filesGb: quotaGb } = api;
      await expectFile(context, { kind, id }, quotaGb);
      const options = { field: null, folder, maxBytes: mostFileBytes, tooLarge };
      const upload = await receiveFile(request, options);
      if (!upload) throw invalid('file', 'Please choose a file');
      try {
        return await addFile(context, { kind, id }, { upload, quotaGb });
      } finally {
        await upload.file.close();
      }
    },
  });
}

const sending = createLimiter({
  running: 60,
  waiting: 0,
  each: 12,
  message: 'Too many files are being downloaded. Please try again in a moment.',
  eachMessage: 'You already have 12 downloads in progress. Wait for one to finish.',
  retryAfterSeconds: 5,
});

/** So much is read ahead of a client that takes it slowly. */
const aheadBytes = 1_048_576;

function download(api: Api): void {
  fileRoute(api, {
    ...shared,
    url: '/files/:id',
    access: 'user',
    takesKeys: true,
    query: z.object({ show: z.enum(['true']).optional() }),
    summary: 'Download a file; with `show=true` an image opens in the browser',
    handle: async ({ context, params, query }) => {
      const who = context.person.id;
      const leave = await sending.enter({ who });
      try {
        const { file, content } = await openFile(context, params.id);
        const sent = api.downloads.send(content, { who, ahead: aheadBytes });
        sent.once('close', leave);
        const isShown = query.show === 'true' && isShownType(file.type);
        const foreign = { size: file.size, isShown };
        return { name: file.name, type: file.type, content: sent, foreign };
      } catch (error) {
        leave();
        throw error;
      }
    },
  });
}
