import { counted } from '~/kit/shared/money/numbers';

/** On how many orders and invoices a record stands, which would be left without it. */
export interface Holdings {
  orders: number;
  invoices: number;
}

/** "2 orders and 1 invoice"; '' where nothing stands on the record. */
export function holdingsText({ orders, invoices }: Holdings): string {
  const held = [
    ...(orders > 0 ? [counted(orders, 'order')] : []),
    ...(invoices > 0 ? [counted(invoices, 'invoice')] : []),
  ];
  return held.join(' and ');
}
