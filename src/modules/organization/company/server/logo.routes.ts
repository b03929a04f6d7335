import path from 'node:path';
import { AppError, invalid, notFound } from '~/kit/server/errors';
import { acceptFiles, readUpload, receiveFile } from '~/kit/server/files/upload';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { billingProfileFields } from '../identity.fields';
import { logoTooLarge, mostLogoBytes } from '../logo.rules';
import { findLogo } from './identity.service';
import { changeLogo, removeLogo } from './logo.actions';

const profileRow = rowSchema(billingProfileFields);
const shared = { tag: 'Billing', url: '/billing/logo' } as const;

export function logoRoutes(api: Api): void {
  fileRoute(api, {
    ...shared,
    access: 'user',
    summary: 'Get the company’s logo, a PNG or JPEG image',
    handle: async ({ context }) => {
      const logo = await findLogo(context.db);
      if (!logo) throw notFound('Logo');
      const { bytes: content, type, changed_at: shownAs } = logo;
      return { name: type === 'image/png' ? 'logo.png' : 'logo.jpg', type, content, shownAs };
    },
  });
  void api.app.register(async (scope) => {
    await acceptFiles(scope);
    uploadRoute({ ...api, app: scope });
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'DELETE',
    summary: 'Remove the company’s logo',
    response: profileRow,
    handle: ({ context }) => removeLogo(context),
  });
}

function uploadRoute(api: Api): void {
  route(api, {
    ...shared,
    access: 'admin',
    method: 'PUT',
    summary: 'Set the company’s logo (multipart, field logo): PNG or JPEG, up to 1 MB',
    deadlineSeconds: 300,
    response: profileRow,
    handle: async ({ request, context }) => {
      const upload = await receiveFile(request, {
        field: 'logo',
        folder: path.join(api.dataDir, 'uploads'),
        maxBytes: mostLogoBytes,
        tooLarge: new AppError('upload.too_large', logoTooLarge),
      });
      if (!upload) throw invalid('logo', 'Please choose a logo');
      return changeLogo(context, await readUpload(upload));
    },
  });
}
