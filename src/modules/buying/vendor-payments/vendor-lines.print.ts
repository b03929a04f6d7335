import { receiverLines } from '~/modules/sales/documents/print/parties.print';

type Receiver = Parameters<typeof receiverLines>[0];

/** A vendor as its documents and statements are addressed. */
export function vendorLines({
  company_name: name,
  ...vendor
}: Omit<Receiver, 'name'> & { company_name: string }): string[] {
  return receiverLines({ ...vendor, name });
}
