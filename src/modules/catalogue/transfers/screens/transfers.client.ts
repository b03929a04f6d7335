import type { Counted } from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import type { Transfer, TransferWithItems } from '../transfers.fields';

const source = { entity: 'transfers', path: '/transfers' };

export function useTransfers() {
  return useTransfersIn(useList<Transfer>(source));
}

export type Transfers = ReturnType<typeof useTransfersIn>;

/** What is done with the transfers of a list, or with the one of a page. */
export function useTransfersIn(list: List<Transfer>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Transfer>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _items, ...row }: TransferWithItems): Transfer => row,
  );
  return {
    ...calls,
    setStatus: async (
      { id, updated_at }: Pick<Transfer, 'id' | 'updated_at'>,
      status: Transfer['status'],
      counted: Counted = {},
    ) => {
      const path = `/transfers/${id}/status`;
      return stored(await api.put<TransferWithItems>(path, { status, updated_at, ...counted }));
    },
  };
}

/** A transfer with its lines, kept current while it is shown. */
export function useWholeTransfer({ id, updated_at }: Pick<Transfer, 'id' | 'updated_at'>) {
  return useComputed<TransferWithItems>(`/transfers/${id}`, {
    dependsOn: ['products'],
    day: updated_at,
  });
}

/** What of a product lies where. */
export function useLevels(product: number | null) {
  return useComputed<ProductStock>(`/products/${product ?? 0}/stock`, {
    dependsOn: ['products', 'stock_movements', 'locations'],
    day: '',
    isEnabled: product !== null,
  });
}

export function saveTransferPdf(transfer: Transfer): Promise<void> {
  const { id, challan_number, transfer_number } = transfer;
  const path = `/transfers/${id}/pdf`;
  return challan_number === null
    ? savePaper('Transfer note', transfer_number, { path })
    : savePaper('Challan', challan_number, { path });
}
