import { describe, expect, it } from 'vitest';
import type { PurchaseOrder } from './purchase-orders.fields';
import {
  canCancel,
  canClose,
  canDelete,
  canEdit,
  canReceive,
  canSend,
  canTakeStatus,
  followedBy,
  freeText,
  isLate,
  purchaseLabel,
} from './purchase-orders.rules';

type Stated = Pick<PurchaseOrder, 'status' | 'receipt_state' | 'bill_state'>;

const order = (status: Stated['status'], own: Partial<Stated> = {}): Stated => ({
  status,
  receipt_state: 'none',
  bill_state: 'none',
  ...own,
});
const codeOf = (verdict: ReturnType<typeof canCancel>) => (verdict.ok ? 'ok' : verdict.code);

describe('what may be done with a purchase order', () => {
  it.each([
    ['cancel a draft', canCancel(order('draft')), 'purchase_order.is_draft'],
    ['cancel', canCancel(order('ordered')), 'ok'],
    [
      'cancel once something came',
      canCancel(order('ordered', { receipt_state: 'partly' })),
      'purchase_order.received',
    ],
    [
      'cancel once it is billed',
      canCancel(order('ordered', { bill_state: 'partly' })),
      'purchase_order.billed',
    ],
    ['close before something came', canClose(order('ordered')), 'purchase_order.nothing_received'],
    ['close', canClose(order('ordered', { receipt_state: 'partly' })), 'ok'],
    [
      'close a received one',
      canClose(order('received', { receipt_state: 'fully' })),
      'purchase_order.nothing_open',
    ],
    ['close a draft', canClose(order('draft')), 'purchase_order.is_draft'],
    ['delete a draft', canDelete(order('draft')), 'ok'],
    ['delete', canDelete(order('ordered')), 'purchase_order.ordered'],
    ['send a received one', canSend(order('received')), 'ok'],
    ['send a cancelled one', canSend(order('cancelled')), 'purchase_order.cancelled'],
    ['receive a draft', canReceive(order('draft')), 'purchase_order.is_draft'],
    ['receive', canReceive(order('ordered')), 'ok'],
    ['order', canTakeStatus(order('draft'), 'ordered'), 'ok'],
    ['receive by hand', canTakeStatus(order('ordered'), 'received'), 'purchase_order.ordered'],
    ['go back', canTakeStatus(order('ordered'), 'draft'), 'purchase_order.ordered'],
    ['open again', canTakeStatus(order('cancelled'), 'ordered'), 'purchase_order.cancelled'],
    ['change the vendor', canEdit(order('ordered'), ['vendor_id']), 'purchase_order.ordered'],
    ['change what is received', canEdit(order('received'), ['items']), 'purchase_order.received'],
    ['note on a received one', canEdit(order('received'), ['notes']), 'ok'],
    ['note on a cancelled one', canEdit(order('cancelled'), ['notes']), 'purchase_order.cancelled'],
  ])('%s', (_what, verdict, expected) => {
    expect(codeOf(verdict)).toBe(expected);
  });
});

describe('what follows from the lines', () => {
  const line = (own: object = {}) => ({
    quantity: 10,
    received_quantity: 0,
    returned_quantity: 0,
    closed_quantity: 0,
    billed_quantity: 0,
    line_total: 100,
    discount_share: 10,
    ...own,
  });

  it.each([
    [[{}], ['ordered', 'none', 'none', 90]],
    [[{ received_quantity: 4 }], ['ordered', 'partly', 'none', 54]],
    [
      [{ received_quantity: 10 }, {}],
      ['ordered', 'partly', 'none', 90],
    ],
    [
      [{ received_quantity: 12 }, { closed_quantity: 10 }],
      ['received', 'fully', 'none', 0],
    ],
    [
      [{ billed_quantity: 10 }, { billed_quantity: 9 }],
      ['ordered', 'none', 'partly', 180],
    ],
    [
      [{ billed_quantity: 7, received_quantity: 10, returned_quantity: 3 }],
      ['received', 'fully', 'fully', 0],
    ],
    [[{ billed_quantity: 10, received_quantity: 11 }], ['received', 'fully', 'partly', 0]],
  ])('%j', (lines, [status, receipt_state, bill_state, open_amount]) => {
    expect(followedBy({ status: 'ordered' }, lines.map(line))).toEqual({
      status,
      receipt_state,
      bill_state,
      open_amount,
    });
  });

  it('opens nothing of a cancelled order', () => {
    expect(followedBy({ status: 'cancelled' }, [line()])).toMatchObject({ open_amount: 0 });
  });
});

it('is late once the expected date of an ordered one has passed', () => {
  const late = { status: 'ordered', expected_date: '2026-11-30' } as const;
  expect(isLate(late, '2026-12-01')).toBe(true);
  expect(isLate(late, '2026-11-30')).toBe(false);
  expect(isLate({ ...late, status: 'received' }, '2026-12-01')).toBe(false);
  expect(isLate({ ...late, expected_date: null }, '2026-12-01')).toBe(false);
});

it('is called by its number and what it changed', () => {
  expect(purchaseLabel({ purchase_number: 'PO-26-27-00001', revision: 0 })).toBe('PO-26-27-00001');
  expect(purchaseLabel({ purchase_number: 'PO-26-27-00001', revision: 2 })).toBe(
    'PO-26-27-00001 R2',
  );
});

it('notes how many items have the price 0', () => {
  expect(freeText([{ unit_price: 1 }])).toBe('');
  expect(freeText([{ unit_price: 0 }, { unit_price: 1 }])).toBe('. 1 item with the price 0.');
});
