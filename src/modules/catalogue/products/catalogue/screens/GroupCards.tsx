import type { ReactNode } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { counted } from '~/kit/shared/money/numbers';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import type { ListState } from '~/kit/ui/records/list-store';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Subcategory } from '../subcategories.fields';
import type { GroupsState } from './GroupScreens';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './Catalogue.module.css';
import inventoryPageClasses from './InventoryPage.module.css';

export function CategoryCards({ groups }: { groups: GroupsState }) {
  const { categories, subcategories, show } = groups;
  const mayCreate = useMay('products.create').ok;
  return (
    <>
      <div className={classes.tools}>
        <AddButton variant="default" onClick={mayCreate ? () => show.subcategory() : null}>
          Add Subcategory
        </AddButton>
        <AddButton onClick={mayCreate ? () => show.category() : null}>Add Category</AddButton>
      </div>
      <Cards what="categories" state={categories.state} retry={categories.retry}>
        {categories.rows.map((category) => (
          <Panel key={category.id} className={inventoryPageClasses.groupCard} as="li" padded>
            <div className={inventoryPageClasses.groupHead}>
              <h2>{category.category_name}</h2>
              <Count count={category.product_count} />
            </div>
            {category.description ? <SoftText>{category.description}</SoftText> : null}
            <Subcategories
              rows={subcategories.rows.filter((each) => each.category_id === category.id)}
            />
          </Panel>
        ))}
      </Cards>
    </>
  );
}

function Subcategories({ rows }: { rows: readonly Subcategory[] }) {
  if (rows.length === 0) return <SoftText>No subcategories</SoftText>;
  return (
    <ul className={inventoryPageClasses.groupList}>
      {rows.map((subcategory) => (
        <li key={subcategory.id}>
          <span>{subcategory.subcategory_name}</span>
          <Count count={subcategory.product_count} />
        </li>
      ))}
    </ul>
  );
}

export function BrandCards({ groups }: { groups: GroupsState }) {
  const { brands, show } = groups;
  const mayCreate = useMay('products.create').ok;
  return (
    <>
      <div className={classes.tools}>
        <AddButton onClick={mayCreate ? () => show.brand() : null}>Add Brand</AddButton>
      </div>
      <Cards what="brands" state={brands.state} retry={brands.retry}>
        {brands.rows.map((brand) => (
          <Panel key={brand.id} className={inventoryPageClasses.groupCard} as="li" padded>
            <div className={inventoryPageClasses.groupHead}>
              <h2>{brand.brand_name}</h2>
              <Count count={brand.product_count} />
            </div>
            {brand.description ? <SoftText>{brand.description}</SoftText> : null}
            {brand.website ? (
              <a href={brand.website} target="_blank" rel="noopener noreferrer">
                {brand.website}
              </a>
            ) : null}
          </Panel>
        ))}
      </Cards>
    </>
  );
}

interface CardsProps {
  what: 'categories' | 'brands';
  state: ListState;
  retry: () => void;
  children: readonly ReactNode[];
}

function Cards({ what, state, retry, children }: CardsProps) {
  if (state === 'failed') return <FailedState text={`Failed to load ${what}`} onRetry={retry} />;
  if (state === 'loading') return <LoadingRows columns={3} text={`Loading ${what}...`} />;
  if (children.length === 0) {
    return <EmptyState text={`No ${what} found`} hint={null} action={null} />;
  }
  return (
    // Scrollable regions must be focusable.
    <div className={inventoryPageClasses.groupScroll} tabIndex={0} role="group" aria-label={what}>
      <ul className={inventoryPageClasses.groupCards}>{children}</ul>
    </div>
  );
}

function Count({ count }: { count: number }) {
  return (
    <SoftText className={inventoryPageClasses.groupCount} as="span" small>
      {counted(count, 'product')}
    </SoftText>
  );
}
