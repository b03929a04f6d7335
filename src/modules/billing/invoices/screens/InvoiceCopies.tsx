import { Button, Menu } from '@mantine/core';
import type { FurtherCopy } from '~/modules/sales/documents/copies.rules';
import type { Invoice } from '../invoices.fields';
import { saveInvoicePdf } from './invoices.client';

const copies: readonly [copy: FurtherCopy, label: string][] = [
  ['duplicate', 'Duplicate'],
  ['triplicate', 'Triplicate'],
];

/** The copies of an issued invoice by GST that go with the goods and stay (docs/product/tax.md#printed-documents). */
export function InvoiceCopies({ invoice }: { invoice: Invoice }) {
  const { tax_mode, status } = invoice;
  if (tax_mode === 'single' || status === 'draft' || status === 'cancelled') return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          Copies
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {copies.map(([copy, label]) => (
          <Menu.Item key={copy} onClick={() => void saveInvoicePdf(invoice, copy)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
