import type { PrintLabels } from '~/kit/shared/print/label-layout';
import { type Day, formatDay } from '~/kit/shared/time/days';
import type { Lot } from './lots.fields';

/** The labels of lots, each as often as there are copies (docs/product/lots.md#labels). */
export function lotLabels(
  lots: readonly Lot[],
  { copies, today }: { copies: number; today: Day },
): PrintLabels {
  return {
    title: 'Labels',
    day: today,
    labels: lots.flatMap((lot) => Array.from({ length: copies }, () => labelOf(lot))),
  };
}

function labelOf({ lot_number, product_name, sku_code, made_on, expires_on }: Lot) {
  return {
    code: lot_number,
    heading: lot_number,
    lines: [
      product_name,
      sku_code,
      ...(made_on ? [`Made on ${formatDay(made_on)}`] : []),
      ...(expires_on ? [`Expires on ${formatDay(expires_on)}`] : []),
    ],
  };
}
