import { Button, NativeSelect } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEvenList } from '~/kit/ui/hooks/useEvenList';
import { useEffect, useMemo, useRef } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { predicateOf } from '~/kit/shared/filters/filters';
import { formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { Badge } from '~/kit/ui/elements/Badge';
import type { LongRows } from '~/kit/ui/feeds/long-table';
import { EmptyState, FailedState, LoadingRows, SkeletonBar } from '~/kit/ui/messages/ListStates';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { ListSearch } from '~/kit/ui/list/ListSearch';
import { type FiltersState, useFilters } from '~/kit/ui/list/useFilters';
import { useListLook } from '~/kit/ui/list/useListLook';
import { useLongRows } from '~/kit/ui/list/useLongRows';
import { useTableView } from '~/kit/ui/columns/useTableView';
import type { Product } from '../products.fields';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { productFilters } from '../products.filters';
import { stockStatus, stockStatuses } from '../products.rules';
import { useGroupChoices } from './categories.client';
import type { GroupsState } from './GroupScreens';
import type { ProductDialogsState } from './ProductDialogs';
import type { Products } from './products.client';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './InventoryPage.module.css';

interface Props {
  products: Products;
  groups: GroupsState;
  dialogs: ProductDialogsState;
}

export function ProductCards({ products, dialogs }: Props) {
  const { categories, brands } = useGroupChoices();
  const list = useMemo(
    () => withChoices(productFilters, { category_id: categories, brand_id: brands }),
    [categories, brands],
  );
  const filterKeys = useMemo(() => list.map(({ key }) => key), [list]);
  const filters = useFilters(useListLook({ name: 'inventory', filters: filterKeys }), list);
  const predicate = useMemo(() => predicateOf(list, filters.values), [list, filters.values]);
  const { rows } = useTableView(products.long ? none : products.rows, [], {
    predicate: predicate ?? undefined,
  });
  const long = useLongRows(products.long, { filters: filters.values });
  const state = long?.state ?? products.state;
  const shown = useMemo<Shown>(
    () => long ?? { length: rows.length, at: (index) => rows[index] },
    [long, rows],
  );
  return (
    <>
      <div className={classes.inventoryTools}>
        <ListSearch
          label="Search products"
          value={filters.values['search'] ?? ''}
          onChange={(text) => filters.set('search', text)}
        >
          <Selects filters={filters} categories={categories} brands={brands} />
        </ListSearch>
      </div>
      {state === 'failed' ? (
        <FailedState
          text="Failed to load inventory data"
          onRetry={long ? long.retry : products.retry}
        />
      ) : null}
      {state === 'loading' ? <LoadingRows columns={3} text="Loading products..." /> : null}
      {state === 'ready' && shown.length === 0 ? (
        <Empty filtered={predicate !== null} clear={filters.clear} create={dialogs.create} />
      ) : null}
      {long?.lacksRows ? (
        <LoadFailed text="Some products could not be loaded." onRetry={long.retry} />
      ) : null}
      {state === 'ready' && shown.length > 0 ? <Grid shown={shown} dialogs={dialogs} /> : null}
    </>
  );
}

interface SelectsProps {
  filters: FiltersState;
  categories: readonly Choice[];
  brands: readonly Choice[];
}

function Selects({ filters, categories, brands }: SelectsProps) {
  const selects = [
    { key: 'category_id', label: 'Category', all: 'All Categories', choices: categories },
    { key: 'brand_id', label: 'Brand', all: 'All Brands', choices: brands },
    { key: 'stock_status', label: 'Stock Level', all: 'All Stock Levels', choices: stockStatuses },
  ];
  return selects.map(({ key, label, all, choices }) => (
    <NativeSelect
      key={key}
      className={classNames(classes.inventorySelect)}
      aria-label={label}
      value={filters.values[key] ?? ''}
      data={[
        { value: '', label: all },
        ...choices.map((each) => ({ value: each.value, label: each.label })),
      ]}
      onChange={(event) => filters.set(key, event.currentTarget.value)}
    />
  ));
}

interface EmptyProps {
  filtered: boolean;
  clear: () => void;
  create: (() => void) | null;
}

function Empty({ filtered, clear, create }: EmptyProps) {
  return (
    <EmptyState
      text="No products found"
      hint={
        filtered
          ? 'No products match your search and filters.'
          : 'Add the products you make or sell to track their stock.'
      }
      action={
        filtered ? (
          <Button variant="default" onClick={clear}>
            Show all products
          </Button>
        ) : create ? (
          <Button onClick={create}>Add Your First Product</Button>
        ) : null
      }
    />
  );
}

const none: readonly never[] = [];

type Shown = Pick<LongRows<Product>, 'length' | 'at'> & Partial<LongRows<Product>>;

const cardWidth = 264;
const cardHeight = 172;
const gap = 12;

/** Renders only the cards in view, however many products there are. */
function Grid({ shown, dialogs }: { shown: Shown; dialogs: ProductDialogsState }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const columns = Math.max(1, Math.floor((width + gap) / (cardWidth + gap)));
  const { items, height, range } = useEvenList({
    count: Math.ceil(shown.length / columns),
    scroller,
    size: cardHeight + gap,
    overscan: 3,
  });
  const { want, query = '' } = shown;
  const from = (range?.startIndex ?? 0) * columns;
  const to = ((range?.endIndex ?? 0) + 1) * columns;
  useEffect(() => want?.(from, to), [want, from, to]);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [query]);
  return (
    // Scrollable regions must be focusable.
    <div
      ref={scroller}
      className={classes.groupScroll}
      tabIndex={0}
      role="group"
      aria-label={`${formatNumber(shown.length)} products`}
    >
      <div ref={ref} className={classes.productCards} style={{ height }}>
        {items.map((line) => (
          <div
            key={line.index}
            className={classes.productLine}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${line.start}px)`,
            }}
          >
            {positionsOf(line.index, columns, shown.length).map((position) => {
              const product = shown.at(position);
              return product ? (
                <ProductCard key={product.id} product={product} dialogs={dialogs} />
              ) : (
                <ComingCard key={`place ${position}`} at={position} />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function positionsOf(line: number, columns: number, length: number): readonly number[] {
  const first = line * columns;
  return Array.from({ length: Math.min(columns, length - first) }, (_, at) => first + at);
}

function ComingCard({ at }: { at: number }) {
  return (
    <Panel className={classes.productCard} padded aria-busy="true">
      <SkeletonBar at={at} />
      <SkeletonBar at={at + 3} />
    </Panel>
  );
}

function ProductCard({ product, dialogs }: { product: Product; dialogs: ProductDialogsState }) {
  const status = stockStatuses.find((each) => each.value === stockStatus(product));
  const position = [product.category_name, product.subcategory_name].filter(Boolean).join(' › ');
  const { edit } = dialogs;
  return (
    <Panel
      className={classes.productCard}
      as="article"
      padded
      data-muted={!product.is_active || undefined}
      aria-label={product.product_name}
    >
      <div className={classes.productCardHead}>
        <h2 title={product.product_name}>{product.product_name}</h2>
        {status ? <Badge color={status.color}>{status.label}</Badge> : null}
      </div>
      <SoftText className={classes.productCardSoft} small>
        {[product.sku_code, product.brand_name].filter(Boolean).join(' · ')}
      </SoftText>
      <SoftText className={classes.productCardSoft} small>
        {position || 'No category'}
      </SoftText>
      <p className={classes.productCardFigures}>
        <strong>{formatPrice(product.unit_price)}</strong>
        <span>
          {`${formatNumber(product.stock_quantity)} ${product.unit_of_measure}`}
          {product.is_active ? '' : ' · Inactive'}
        </span>
      </p>
      <div className={classes.productCardActions}>
        {edit ? (
          <Button variant="default" size="compact-sm" onClick={() => edit(product)}>
            Edit
          </Button>
        ) : null}
        <Button variant="default" size="compact-sm" onClick={() => dialogs.view(product)}>
          View
        </Button>
      </div>
    </Panel>
  );
}
