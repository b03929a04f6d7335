import type { Page } from '@playwright/test';
import { client, enter, expect, expectAccessible, test } from '../product';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** What a phone does with numbers and shared files, written down. */
async function actAsPhone(page: Page): Promise<{ shared: () => Promise<string[]> }> {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'canShare', { value: () => true });
    Object.defineProperty(navigator, 'share', {
      value: async ({ files = [] }: ShareData) => {
        for (const file of files)
          shared.push(`${file.name} ${file.type} ${(await file.text()).slice(0, 5)}`);
      },
    });
  });
  return { shared: () => page.evaluate(() => (window as unknown as { shared: string[] }).shared) };
}

test('a lead is called and logged, and gets its quotation, without typing a number', async ({
  page,
  context,
  product,
}) => {
  const api = await client(product);
  const make = async (path: string, data: object) => {
    const created = (await (await api.post(`/api${path}`, { data })).json()) as {
      data: { id: number };
    };
    return created.data.id;
  };
  const lead = await make('/leads', {
    company_name: 'Deccan Pumps',
    contact_person: 'Meera Kulkarni',
    phone: '098765 43210',
    address: '12 MG Road',
    city: 'Pune',
  });
  const service = await make('/services', {
    service_name: 'Machining',
    service_type: 'Product Installation',
    price: 1500,
  });
  const quotation = await make('/quotations', {
    lead_id: lead,
    services: [{ service_id: service, quantity: 1, unit_price: 1500 }],
  });
  const { shared } = await actAsPhone(page);
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }));
  await enter(context, product);

  await page.goto(`/leads/${lead}`);
  const call = page.getByRole('link', { name: 'Call', exact: true });
  await expect(call).toHaveAttribute('href', 'tel:+919876543210');
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/919876543210',
  );
  await expect(page.getByRole('link', { name: 'Map' })).toHaveAttribute('href', /12%20MG%20Road/);
  for (const name of ['Call', 'WhatsApp', 'Map']) {
    const box = await page.getByRole('link', { name, exact: true }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await call.click();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  const log = page.getByRole('dialog', { name: 'Log Call' });
  await page.keyboard.type('Wants the price by Friday');
  await expect(log.getByLabel('Note')).toHaveValue('Wants the price by Friday');
  await expect(log.getByLabel('Note')).toBeFocused();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText('Call logged')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Log Visit' }).click();
  const visit = page.getByRole('dialog', { name: 'Log Visit' });
  await page.keyboard.type('Saw the plant');
  await expect(visit.getByLabel('Note')).toHaveValue('Saw the plant');
  await visit.getByRole('button', { name: 'Save Note' }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').nth(0)).toContainText('Visit');
  await expect(timeline.getByRole('listitem').nth(1)).toContainText('Call');
  await expect(timeline.getByRole('listitem').nth(1)).toContainText('Wants the price by Friday');

  await page.goto(`/quotations/${quotation}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(shared)
    .toEqual([expect.stringMatching(/^QTN-.*\.pdf application\/pdf %PDF-$/)]);
  const chat = context.waitForEvent('page');
  await page.getByRole('link', { name: 'WhatsApp' }).click();
  const { searchParams, pathname } = new URL((await chat).url());
  expect(pathname).toBe('/919876543210');
  expect(searchParams.get('text')).toMatch(/^Quotation QTN-\S+: ₹1,/);
  await expect(page.getByRole('button', { name: 'Log', exact: true })).toBeVisible();

  const customer = await make('/customers', {
    company_name: 'Konkan Castings',
    contact_person: 'Ravi Iyer',
    phone: '98765 43210',
  });
  const invoice = await make('/invoices', {
    customer_id: customer,
    items: [{ description: 'Machining', quantity: 1, unit_price: 1500 }],
  });
  const receipt = await make('/receipts', {
    customer_id: customer,
    payment_method: 'cash',
    amount: 500,
  });
  // A draft has no number yet.
  await page.goto(`/invoices/${invoice}`);
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/919876543210',
  );
  await page.goto(`/receipts/${receipt}`);
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute(
    'href',
    'tel:+919876543210',
  );
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /text=Receipt%20/,
  );
});
