import { formatNumber } from '~/kit/shared/money/numbers';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { TabPage } from '~/kit/ui/shell/TabPage';
import { BrandCards, CategoryCards } from './GroupCards';
import { GroupForms, useGroups } from './GroupScreens';
import { ProductCards } from './ProductCards';
import { ProductDialogs, useProductDialogs } from './ProductDialogs';
import { useProductFigures, useProducts } from './products.client';

export default function InventoryPage() {
  const products = useProducts();
  const figures = useProductFigures(products);
  const count = products.long ? formatNumber : String;
  const groups = useGroups();
  const dialogs = useProductDialogs(products.rows);
  return (
    <TabPage
      title="Inventory Management"
      subtitle="Products, categories and brands at a glance"
      actions={<AddButton onClick={dialogs.create}>Add Product</AddButton>}
      tabs={[
        {
          value: 'products',
          label: `Products (${count(figures.data?.total ?? 0)})`,
          content: <ProductCards products={products} groups={groups} dialogs={dialogs} />,
        },
        {
          value: 'categories',
          label: `Categories (${groups.categories.rows.length})`,
          content: <CategoryCards groups={groups} />,
        },
        {
          value: 'brands',
          label: `Brands (${groups.brands.rows.length})`,
          content: <BrandCards groups={groups} />,
        },
      ]}
    >
      <ProductDialogs screen="inventory" products={products} dialogs={dialogs} />
      <GroupForms groups={groups} />
    </TabPage>
  );
}
