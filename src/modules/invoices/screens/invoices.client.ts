import { preloadList } from '~/kit/ui/records';

const source = { entity: 'invoices', path: '/invoices', dependsOn: ['customers'] };

/** Fetches the invoices ahead of their screen, which then opens at once. */
export async function preloadInvoices(): Promise<void> {
  await preloadList(source);
}
