import { registerHanging } from '~/modules/records/server/records.service';

export function provideAttachments(): void {
  registerHanging('attached_files');
}
