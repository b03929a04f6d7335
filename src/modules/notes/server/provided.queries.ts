import { registerHanging } from '~/modules/records/server/records.service';

export function provideNotes(): void {
  registerHanging('record_notes');
}
