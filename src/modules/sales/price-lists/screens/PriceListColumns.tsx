import { useMemo } from 'react';
import { saveCell } from '~/kit/ui/records/saveCell';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type PriceList, priceListFields } from '../price-lists.fields';
import { validities, validityOn } from '../price-lists.rules';
import type { PriceLists } from './price-lists.client';

const except = ['id', 'customer_id'] as const;

const texts = {
  noun: 'price list',
  saved: 'Price list updated successfully',
  refused: 'Failed to update price list',
  offlineText: 'Failed to update price list',
};

export function usePriceListColumns(priceLists: PriceLists): readonly Column<PriceList>[] {
  const { timeZone, today } = useCompany();
  const writing = useMay('price_lists.update');
  return useMemo(() => {
    const columns = columnsFromFields(priceListFields, {
      except,
      timeZone,
      today,
      required: ['name', 'valid_from'],
      canEdit: () => writing,
      save: (list, patch, edit) =>
        saveCell(priceLists, list, patch, { ...texts, name: list.name, edit }),
      overrides: {
        name: { width: 260 },
        customer_name: { width: 220, text: customerText },
      },
    });
    return [...columns.slice(0, 4), validityColumn(today), ...columns.slice(4)];
  }, [priceLists, writing, timeZone, today]);
}

/** The customer's name, or that the list is for all. */
export function customerText({ customer_name }: Pick<PriceList, 'customer_name'>): string {
  return customer_name ?? 'All customers';
}

const colors = { valid: 'teal', upcoming: 'blue', expired: 'gray' };

export function Validity({ list, today }: { list: PriceList; today: string }) {
  const validity = validityOn(list, today);
  return <Badge color={colors[validity]}>{validities[validity][0]}</Badge>;
}

function validityColumn(today: string): Column<PriceList> {
  const labelOf = (list: PriceList) => validities[validityOn(list, today)][0];
  return {
    key: 'validity',
    title: 'Validity',
    width: 116,
    align: 'left',
    required: false,
    badge: true,
    text: labelOf,
    render: (list) => <Validity list={list} today={today} />,
    sortValue: labelOf,
  };
}
