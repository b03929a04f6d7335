import type { Module } from '~/kit/server/http/module';
import { noteChecks } from './credit-notes.invariants';
import { fillDemoNotes } from './credit-notes.demo';
import { noteJobs } from './credit-notes.jobs';
import { creditNoteRoutes } from './credit-notes.routes';
import { provideCreditNotes } from './extensions.queries';
import { buyersReport } from './buyers.queries';
import { marginReport } from './margin.queries';
import { salesReport } from './sales.queries';
import { taxReport } from './tax.queries';

export const creditNotesModule: Module = {
  name: 'credit-notes',
  tables: ['credit_note_lines', 'credit_notes'],
  routes: [creditNoteRoutes],
  jobs: noteJobs,
  extend: provideCreditNotes,
  checks: noteChecks,
  reports: [salesReport, marginReport, buyersReport, taxReport],
  samples: [{ what: 'credit notes', isRecord: false, fill: fillDemoNotes }],
};
