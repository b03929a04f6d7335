import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { itemLine, openOrderFixture, serviceLine, type OrderFixture } from './orders.builders';

const test = fileServer();
let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

describe('the totals', () => {
  it.each([
    [{ subtotal: 200, tax_amount: 20, total_amount: 220 }, 10, 20],
    [{ subtotal: 200.01, tax_amount: 20, total_amount: 219.99 }, 10, 20],
    [{ tax_rate: 18 }, 18, 36],
    [{ tax_rate: 18, subtotal: 200, tax_amount: 36, total_amount: 236 }, 18, 36],
    [{ tax_amount: 0, total_amount: 200 }, 0, 0],
    [{ tax_amount: 11 }, 5.5, 11],
    [{ tax_amount: 500 }, 100, 500],
  ])('of %j are taken', async (sent, tax_rate, tax_amount) => {
    expect(await fixture.make(sent)).toMatchObject({
      subtotal: 200,
      tax_rate,
      tax_amount,
      total_amount: 200 + tax_amount,
    });
  });

  it.each([
    [{ subtotal: 200.02 }, 'subtotal'],
    [{ subtotal: 199 }, 'subtotal'],
    [{ total_amount: 236 }, 'total_amount'],
    [{ tax_amount: 36, total_amount: 220 }, 'total_amount'],
    [itemLine({ line_total: 201 }), 'items.0.line_total'],
    [serviceLine({ total_price: 1 }), 'services.0.total_price'],
  ])('of %j do not add up', async (sent, field) => {
    const response = await fixture.post(sent);
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('Order totals do not add up');
    expect(response.body.details).toContainEqual({ field, message: expect.stringMatching(/₹/) });
  });

  it('cannot be more than can be kept', async () => {
    const response = await fixture.post(
      itemLine({ quantity: 999_999_999, unit_price: 999_999_999_999.99 }),
    );
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('The order total cannot exceed ₹9,99,99,99,99,999.99');
  });
});
