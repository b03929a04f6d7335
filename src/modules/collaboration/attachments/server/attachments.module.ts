import type { Module } from '~/kit/server/http/module';
import { attachmentChecks } from './attachments.invariants';
import { fillDemoFiles } from './attachments.demo';
import { attachmentRoutes } from './attachments.routes';
import { provideAttachments } from './extensions.queries';

export const attachmentsModule: Module = {
  name: 'attachments',
  tables: ['attached_file_parts', 'attached_files'],
  routes: [attachmentRoutes],
  extend: provideAttachments,
  checks: attachmentChecks,
  samples: [{ what: 'files', isRecord: false, fill: fillDemoFiles }],
};
