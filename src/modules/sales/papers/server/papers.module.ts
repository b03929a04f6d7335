import type { Module } from '~/kit/server/http/module';

export const papersModule: Module = {
  name: 'papers',
  // The last three are views of `papers` for the version before, until the release after migration 0119.
  tables: ['papers', 'printed_logos', 'credit_note_files', 'issued_documents', 'voucher_files'],
};
