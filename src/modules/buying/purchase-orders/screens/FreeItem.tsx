import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormField } from '~/kit/ui/form/FormParts';
import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';

/** Notes that a line is entered at a price of 0, as a sample may be (docs/product/purchase-orders.md#lines). */
export function FreeItem({ line: { unit_price } }: { line: { unit_price: string } }) {
  if (unit_price.trim() === '' || readNumber(unit_price) !== 0) return null;
  return (
    <FormField wide>
      <SoftText small>Free of charge: the price of this item is ₹0.</SoftText>
    </FormField>
  );
}
