import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { Badge } from '~/kit/ui/elements/Badge';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { recordPath, recordPathOfType } from '~/modules/organization/kinds/kinds.rules';
import { VendorPicker } from '~/modules/buying/vendors/screens/VendorPicker';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PlanningRow } from '../planning.fields';
import { chosenOffer, type Choices, quantityProblem } from './planning.client';
import classes from './PlanningPage.module.css';

interface Props {
  rows: readonly PlanningRow[];
  choices: Choices;
  mayCreate: boolean;
}

const most = 200;

export function PlanningTable({ rows, choices, mayCreate }: Props) {
  const [shown, setShown] = useState(most);
  const seesVendors = useMay('vendors.read').ok;
  const toBuy = rows.filter(({ suggestion }) => suggestion.action === 'buy');
  const isChosen = ({ product_id }: PlanningRow) => choices.of(product_id).isChosen;
  const areAll = toBuy.length > 0 && toBuy.every(isChosen);
  const chooseAll = () =>
    choices.change(
      toBuy.map(({ product_id }) => product_id),
      { isChosen: !areAll },
    );
  return (
    <Panel padded aria-label="Planning">
      <LinesTable stacked>
        <thead>
          <tr>
            {mayCreate ? (
              <th scope="col">
                <Checkbox
                  aria-label="Select all"
                  checked={areAll}
                  indeterminate={!areAll && toBuy.some(isChosen)}
                  onChange={chooseAll}
                />
              </th>
            ) : null}
            <th scope="col">Product</th>
            {amounts.map((title) => (
              <th key={title} scope="col" className="amount">
                {title}
              </th>
            ))}
            <th scope="col">Quantity</th>
            {seesVendors ? <th scope="col">Vendor</th> : null}
            <th scope="col">Needed By</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <Row key={row.product_id} row={row} {...{ choices, mayCreate, seesVendors }} />
          ))}
        </tbody>
      </LinesTable>
      {rows.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + most)}>
          Show More
        </Button>
      ) : null}
    </Panel>
  );
}

const amounts = ['On Hand', 'Held', 'Reserved', 'On Order', 'Projected', 'Reorder Level'] as const;

interface RowProps {
  row: PlanningRow;
  choices: Choices;
  mayCreate: boolean;
  seesVendors: boolean;
}

function Row({ row, choices, mayCreate, seesVendors }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { product_id, product_name, suggestion } = row;
  const figures = [row.on_hand, row.held, row.reserved, row.on_order, row.projected];
  const columns = amounts.length + (mayCreate ? 4 : 3) + (seesVendors ? 1 : 0);
  const isToBuy = suggestion.action === 'buy';
  return (
    <>
      <tr>
        {mayCreate ? (
          <td>
            {isToBuy ? (
              <Checkbox
                aria-label={`Select ${product_name}`}
                checked={choices.of(product_id).isChosen}
                onChange={(event) =>
                  choices.change([product_id], { isChosen: event.currentTarget.checked })
                }
              />
            ) : null}
          </td>
        ) : null}
        <ProductCell row={row} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        {[...figures, row.reorder_level].map((figure, index) => (
          <td
            key={amounts[index]}
            className="amount"
            data-label={amounts[index]}
            data-short={(index === 4 && figure < 0) || undefined}
          >
            {formatNumber(figure)}
          </td>
        ))}
        {isToBuy ? (
          <ToBuy row={row} {...{ choices, mayCreate, seesVendors }} />
        ) : (
          <>
            <td>–</td>
            {seesVendors ? <td>{suggestion.vendor_name ?? '–'}</td> : null}
            <td>–</td>
          </>
        )}
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={columns}>
            <Why row={row} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface ProductCellProps extends Pick<RowProps, 'row'> {
  /** Whether the row says why. */
  isOpen: boolean;
  onToggle: () => void;
}

function ProductCell({ row, isOpen, onToggle }: ProductCellProps) {
  const { product_id, product_name, sku_code } = row;
  return (
    <th scope="row">
      <div className={classes.product}>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={`Why ${product_name}`}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </ActionIcon>
        <div>
          <Link to={recordPath('products', product_id)}>{product_name}</Link>
          <SoftText as="div" small>
            {sku_code}
          </SoftText>
        </div>
      </div>
    </th>
  );
}

function ToBuy({ row, choices, mayCreate, seesVendors }: RowProps) {
  const { product_id, product_name, suggestion } = row;
  const choice = choices.of(product_id);
  const offer = chosenOffer(row, choice);
  const decimalsOf = useUnitDecimals();
  const price =
    offer.price === null ? '' : ` at ${formatMoney(offer.price, 'INR')} per ${offer.unit}`;
  return (
    <>
      <td data-label="Quantity">
        {mayCreate ? (
          <TextInput
            aria-label={`Quantity of ${product_name}`}
            className={classes.quantity}
            size="xs"
            inputMode="decimal"
            autoComplete="off"
            value={choice.quantity ?? String(offer.quantity)}
            error={quantityProblem(row, choice, decimalsOf)}
            onChange={(event) =>
              choices.change([product_id], { quantity: event.currentTarget.value, isChosen: true })
            }
            rightSection={
              <SoftText as="span" small>
                {offer.unit}
              </SoftText>
            }
            rightSectionWidth={44}
          />
        ) : (
          `${formatNumber(offer.quantity)} ${offer.unit}`
        )}
      </td>
      {seesVendors ? (
        <td>
          {mayCreate ? (
            <Vendor row={row} choices={choices} vendor={offer.vendor_id} />
          ) : (
            (suggestion.vendor_name ?? '–')
          )}
          <SoftText as="div" small>
            {price.trim()}
          </SoftText>
        </td>
      ) : null}
      <td data-day data-label="Needed By">
        {suggestion.needed_by ? formatDay(suggestion.needed_by) : '–'}
      </td>
    </>
  );
}

interface VendorProps extends Pick<RowProps, 'row' | 'choices'> {
  vendor: number | null;
}

/** One of those that sell it; where none does, any. */
function Vendor({ row, choices, vendor }: VendorProps) {
  const { product_id, product_name, vendors } = row;
  const choose = (vendor_id: number | null) =>
    choices.change([product_id], { vendor_id, quantity: null, isChosen: true });
  const label = `Vendor of ${product_name}`;
  if (vendors.length === 0)
    return (
      <VendorPicker
        label={label}
        labelHidden
        size="xs"
        value={vendor}
        onChange={({ id }) => choose(id)}
      />
    );
  return (
    <Select
      aria-label={label}
      size="xs"
      className={classes.vendor}
      allowDeselect={false}
      data={vendors.map(({ vendor_id, vendor_name }) => ({
        value: String(vendor_id),
        label: vendor_name,
      }))}
      value={vendor === null ? null : String(vendor)}
      onChange={(id) => choose(id === null ? null : Number(id))}
    />
  );
}

/** The needs and supplies of a product, by day. */
function Why({ row: { why, product_name, unit_of_measure } }: { row: PlanningRow }) {
  if (why.length === 0) return <SoftText>Nothing is needed or on order.</SoftText>;
  return (
    <ul className={classes.why} aria-label={`Why ${product_name}`}>
      {why.map(({ type, id, label, quantity, date, is_late }) => {
        const path = id === null ? null : recordPathOfType({ type, id });
        const when = date === null ? '' : formatDay(date);
        return (
          <li key={`${type} ${id} ${label}`}>
            {path ? <Link to={path}>{label}</Link> : label} {quantity > 0 ? '+' : ''}
            {formatNumber(quantity)} {unit_of_measure} {when}{' '}
            {is_late ? <Badge color="red">Late</Badge> : null}
          </li>
        );
      })}
    </ul>
  );
}
