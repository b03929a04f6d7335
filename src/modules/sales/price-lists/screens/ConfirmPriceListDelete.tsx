import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { PriceList } from '../price-lists.fields';
import type { PriceLists } from './price-lists.client';

interface Props {
  priceLists: PriceLists;
  doomed: PriceList | null;
  onClose: () => void;
}

export function ConfirmPriceListDelete({ priceLists, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Price List"
      subject={doomed?.name}
      message="Orders and invoices keep the prices that they have."
      confirmLabel="Delete Price List"
      danger
      onConfirm={async () => {
        if (doomed) await deletePriceList(priceLists, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function deletePriceList(priceLists: PriceLists, { id }: PriceList): Promise<void> {
  try {
    await priceLists.delete(id);
    toast('success', 'Price list deleted successfully');
  } catch (error) {
    const words = { refused: 'Failed to delete price list', broken: 'Failed to delete price list' };
    toast('error', failureText(error, words));
    throw error;
  }
}
