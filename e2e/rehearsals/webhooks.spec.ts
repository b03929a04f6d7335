import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enter, expect, expectAccessible, outsider, signIn, test } from '../product';

test.use({ environment: { ADMIN_PASSWORD: 'demo1234', OUTBOUND_NETWORKS: '127.0.0.0/8' } });

test('an administrator adds a webhook, copies its secret, sees what was sent and sends it again', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  let status = 500;
  let calls = 0;
  const receiver = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      calls += 1;
      response.writeHead(status).end('thanks');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  await enter(page, product);
  await page.goto('/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Webhook' });
  await form.getByLabel('Name').fill('Chat of the sales team');
  await form.getByLabel('Address').fill('http://10.0.0.1/hook');
  await form.getByRole('combobox', { name: 'Events' }).click();
  await page.getByRole('option', { name: 'Leads: all events' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Create Webhook' }).click();
  await expect(form.getByText('The address must start with https://').first()).toBeVisible();
  await form.getByLabel('Address').fill(url);
  await form.getByRole('button', { name: 'Create Webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Webhook Secret' });
  await expect(shown.getByText('Copy this secret now. It is shown only once.')).toBeVisible();
  await expect(shown.getByLabel('Webhook Secret')).toHaveValue(/^whsec_/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Close' }).click();

  const data = { company_name: 'Vaigai Pumps', contact_person: 'Ravi Iyer' };
  await page.request.post('/api/leads', { data });
  await page.goto('/webhooks');
  await page.getByRole('row').getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Chat of the sales team');
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  const row = page.getByRole('row', { name: /lead\.created/ });
  await expect(row).toContainText('Answered 500');
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByText('Webhook turned off successfully')).toBeVisible();
  await expect(row).toContainText('Held');
  await page.getByRole('button', { name: 'Turn On' }).click();
  status = 200;
  await row.getByRole('button', { name: 'Replay' }).click();
  await expect(row).toContainText('Delivered');
  await row.getByRole('button', { name: 'View' }).click();
  const delivery = page.getByRole('dialog', { name: 'Delivery' });
  await expect(delivery).toContainText('Vaigai Pumps');
  await expect(delivery).toContainText('Try 2');
  await expectAccessible(page);
  await delivery.getByRole('button', { name: 'Close' }).first().click();
  const before = calls;
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(page.getByText(/answered 200 in/)).toBeVisible();
  expect(calls).toBe(before + 1);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const wider = () => document.documentElement.scrollWidth > window.innerWidth;
  expect(await page.evaluate(wider)).toBe(false);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete Webhook' })
    .getByRole('button', { name: 'Delete Webhook' })
    .click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();

  const user = { username: 'ravi', first_name: 'Ravi', last_name: 'Iyer' };
  const password = 'a good password';
  await page.request.post('/api/users', {
    data: { ...user, email: 'ravi@example.com', password },
  });
  const ravi = await outsider(browser, product);
  await signIn(ravi, 'ravi', password);
  await ravi.goto('/webhooks');
  await expect(ravi).toHaveURL(`${product.url}/`);
  receiver.closeAllConnections();
  receiver.close();
});
