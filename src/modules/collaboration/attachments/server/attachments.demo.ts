import { createHash } from 'node:crypto';
import { pngOf } from '~/kit/server/files/images';
import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { displayName } from '~/modules/organization/users/users.rules';
import { insertFile, insertPart, listNewest } from './attachments.queries';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

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
    kind: 'invoices',
    name: 'Delivery note.txt',
    type: 'text/plain',
    text: `Two pallets, received complete by the stores\n${note}\n`,
  },
  {
    kind: 'products',
    name: 'Test report.txt',
    type: 'text/plain',
    text: `Hardness 58 HRC, runout 0.02 mm, passed\n${note}\n`,
  },
  {
    kind: 'lots',
    name: 'Certificate of the lot.txt',
    type: 'text/plain',
    text: `Acceptance quality limit 1.5, passed\n${note}\n`,
  },
];

/** A flange from the front and from the side. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560" viewBox="0 0 90 56">
  <rect width="90" height="56" fill="#ffffff"/>
  <g fill="none" stroke="#1b2733" stroke-width=".5">
    <circle cx="32" cy="28" r="20"/><circle cx="32" cy="28" r="11"/><circle cx="32" cy="28" r="7"/>
    ${[0, 60, 120, 180, 240, 300].map((turn) => `<circle cx="47.5" cy="28" r="2" transform="rotate(${turn} 32 28)"/>`).join('')}
    <path d="M66 8 h6 v40 h-6 z M72 17 h8 v22 h-8 z"/>
  </g>
  <g stroke="#8a97a5" stroke-width=".25" stroke-dasharray="3 1 1 1">
    <path d="M8 28 H84 M32 4 V52"/><circle cx="32" cy="28" r="15.5" fill="none"/>
  </g>
</svg>`;

const each = 3;

/** Small sample files on the newest sample records; returns how many. */
export async function fillDemoFiles(trx: Transaction, now: Date): Promise<number> {
  let count = 0;
  const flange = { kind: 'leads', name: 'Flange.png', type: 'image/png' } as const;
  const all = [
    ...samples.map(({ text, ...file }) => ({ ...file, content: Buffer.from(text) })),
    { ...flange, content: await pngOf(drawing) },
  ];
  for (const { kind, name, type, content } of all) {
    const sha256 = createHash('sha256').update(content).digest('hex');
    for (const id of await listNewest(trx, kind, each)) {
      const by = { created_by: null, created_by_name: displayName(anonymous) };
      const attached = { kind, id, name, type, size: content.length, sha256, now };
      const file = await insertFile(trx, { ...attached, ...by });
      await insertPart(trx, { file, position: 0 }, content);
      count += 1;
    }
  }
  return count;
}
