import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { Page } from '~/kit/ui/shell/Page';
import { BrandCards, CategoryCards } from './GroupCards';
import { GroupForms, useGroups } from './GroupScreens';
import { ProductCards } from './ProductCards';
import { ProductDialogs, useProductDialogs } from './ProductDialogs';
import { useProducts } from './products.client';
import './CatalogueTabs.css';
import './InventoryPage.css';

/** "Inventory Management" (docs/product/products.md#inventory-screen). */
export default function InventoryPage() {
  const products = useProducts();
  const groups = useGroups();
  const dialogs = useProductDialogs(products.rows);
  const [tab, setTab] = useState('products');
  return (
    <Page
      fill
      title="Inventory Management"
      subtitle="Products, categories and brands at a glance"
      actions={<AddButton onClick={dialogs.create}>Add Product</AddButton>}
    >
      <Tabs
        className="catalogue-tabs"
        value={tab}
        onChange={(value) => setTab(value ?? 'products')}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="products">{`Products (${products.rows.length})`}</Tabs.Tab>
          <Tabs.Tab value="categories">{`Categories (${groups.categories.rows.length})`}</Tabs.Tab>
          <Tabs.Tab value="brands">{`Brands (${groups.brands.rows.length})`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="products">
          <ProductCards products={products} groups={groups} dialogs={dialogs} />
        </Tabs.Panel>
        <Tabs.Panel value="categories">
          <CategoryCards groups={groups} />
        </Tabs.Panel>
        <Tabs.Panel value="brands">
          <BrandCards groups={groups} />
        </Tabs.Panel>
      </Tabs>
      <ProductDialogs place="inventory" products={products} dialogs={dialogs} />
      <GroupForms groups={groups} />
    </Page>
  );
}
