import type { Module } from '~/kit/server/http/module';
import { fillDemoRecordNotes } from './notes.demo';
import { recordNoteRoutes } from './notes.routes';
import { provideNotes } from './extensions.queries';

export const notesModule: Module = {
  name: 'notes',
  tables: ['record_notes'],
  routes: [recordNoteRoutes],
  extend: provideNotes,
  samples: [{ what: 'notes on records', isRecord: false, fill: fillDemoRecordNotes }],
};
