import { createHash } from 'node:crypto';
import { nobody } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import type { RecordKind } from '~/modules/records/records.rules';
import { displayName } from '~/modules/users/users.rules';
import { insertFile, insertPart, listNewest } from './attachments.queries';

const note = '(Invented sample file.)';

const samples: readonly { kind: RecordKind; name: string; type: string; text: string }[] = [
  {
    kind: 'leads',
    name: 'Enquiry.txt',
    type: 'text/plain',
    text: `40 proximity sensors M18, mounting kits\nDelivery within six weeks to Pune\n${note}\n`,
  },
  {
    kind: 'customers',
    name: 'Rate contract.txt',
    type: 'text/plain',
    text: `Rates are valid for twelve months from the first order.\n${note}\n`,
  },
  {
    kind: 'orders',
    name: 'Packing list.csv',
    type: 'text/csv',
    text: `box,part,quantity\n1,Sealing ring,40\n2,Bearing housing,6\n`,
  },
  {
    kind: 'products',
    name: 'Test report.txt',
    type: 'text/plain',
    text: `Hardness 58 HRC, runout 0.02 mm, passed\n${note}\n`,
  },
];

const each = 3;

/** Small sample files on the newest sample records; returns how many. */
export async function fillDemoFiles(trx: Transaction, now: Date): Promise<number> {
  let made = 0;
  for (const { kind, name, type, text } of samples) {
    const content = Buffer.from(text);
    const sha256 = createHash('sha256').update(content).digest('hex');
    for (const id of await listNewest(trx, kind, each)) {
      const by = { created_by: null, created_by_name: displayName(nobody) };
      const facts = { kind, id, name, type, size: content.length, sha256, now };
      const file = await insertFile(trx, { ...facts, ...by });
      await insertPart(trx, { file, position: 0 }, content);
      made += 1;
    }
  }
  return made;
}
