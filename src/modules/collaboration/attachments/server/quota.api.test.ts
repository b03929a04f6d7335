import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { sendFile } from './attachments.builders';

const test = ownServer({ FILES_GB: '0' });

it('takes no file beyond what the operator gave all files, and says what to do', async () => {
  const { id } = await makeLead(test.admin);
  const refused = await sendFile(test.admin, `/leads/${id}`, 'a.txt', Buffer.from('abc'));
  expect([refused.status, refused.body.code]).toEqual([409, 'file.quota_reached']);
  expect(refused.body.error).toBe(
    'The files of all records use up their 0 GB. Delete files that you no longer need, or ask your administrator for more space.',
  );
  expect((await test.admin.get(`/leads/${id}/files`)).body.data).toEqual([]);
});
