import { cellOf, expectToast, rowOf } from './orders';
import { enter, expect, expectAccessible, test } from './product';

/** The day so many days from now, as the company's calendar has it. */
function dayFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(day);
}

test('receivables are shown by age, and a statement, a reminder and a dispute follow', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const make = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.status(), await response.text()).toBe(201);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  const bill = async (company_name: string, unit_price: number, due: number) => {
    const customer_id = await make('/customers', {
      company_name,
      contact_person: 'Bo Li',
      email: 'accounts@buyer.example',
    });
    return make('/invoices', {
      customer_id,
      status: 'sent',
      invoice_date: dayFromNow(due - 30),
      due_date: dayFromNow(due),
      items: [{ description: 'Gear', quantity: 1, unit_price }],
    });
  };
  const late = await bill('Deccan Pumps', 1000, -40);
  await bill('Kaveri Looms', 500, 3);

  await page.goto('/receivables');
  await expect(cellOf(page, 'Deccan Pumps', 'days_31_60')).toHaveText('₹1,180.00');
  await expect(cellOf(page, 'Kaveri Looms', 'current')).toHaveText('₹590.00');
  const sum = page.getByRole('row').last().locator('[data-cell="total"]');
  await expect(sum).toHaveText('₹1,770.00');
  const card = (name: string) => page.getByRole('group', { name });
  await expect(card('Outstanding')).toContainText('₹1,770.00');
  await expect(card('Overdue')).toContainText('₹1,180.00');
  await expect(card('Due This Week')).toContainText('₹590.00');
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('kaveri');
  await expect(sum).toHaveText('₹590.00');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('');
  await page.getByLabel('As of').fill(dayFromNow(-20));
  await expect(page).toHaveURL(new RegExp(`as_of=${dayFromNow(-20)}`));
  await expect(page.getByText('2 documents were entered later')).toBeVisible();
  await expect(cellOf(page, 'Deccan Pumps', 'days_1_30')).toHaveText('₹1,180.00');

  const row = rowOf(page, 'Deccan Pumps');
  await row.getByRole('button', { name: 'Send Statement' }).click();
  const sending = page.getByRole('dialog', { name: 'Send Statement' });
  await sending.getByLabel('From').fill(dayFromNow(-90));
  await sending.getByRole('button', { name: 'Send Statement' }).click();
  await expectToast(page, 'Statement sent successfully');
  await row.getByRole('button', { name: 'Send Reminder' }).click();
  const reminding = page.getByRole('dialog', { name: 'Send Reminder' });
  await reminding.getByRole('button', { name: 'Send Reminder' }).click();
  await expectToast(page, 'Reminder sent successfully');

  await row.getByRole('button', { name: 'View Statement' }).click();
  await page.getByLabel('From').fill(dayFromNow(-90));
  await expect(page.getByLabel('Balances')).toContainText('₹1,180.00');
  await expect(cellOf(page, 'Invoice', 'debit')).toHaveText('₹1,180.00');
  await expect(page.getByText('accounts@buyer.example')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Schedule' }).click();
  const scheduling = page.getByRole('dialog', { name: 'Schedule Statement' });
  await scheduling.getByLabel('Frequency').selectOption('Monthly');
  await scheduling.getByLabel('Day').selectOption('Day 5');
  await expectAccessible(page);
  await scheduling.getByRole('button', { name: 'Save Schedule' }).click();
  await expectToast(page, 'Schedule saved successfully');
  await page.getByRole('button', { name: 'Scheduled' }).click();
  await expect(page.getByText(/^Monthly on day 5 as PDF to /)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  const statements = page.getByRole('region', { name: 'Scheduled Statements' });
  await expect(statements.getByRole('link', { name: 'Deccan Pumps' })).toBeVisible();
  await statements.getByRole('button', { name: 'Stop schedule of Deccan Pumps' }).click();
  await expectToast(page, 'Schedule stopped successfully');
  await expect(statements).toBeHidden();

  // A disputed invoice is in no reminder.
  await page.goto(`/invoices/${late}`);
  await page.getByRole('button', { name: 'Mark as Disputed' }).click();
  const disputing = page.getByRole('dialog', { name: 'Mark as Disputed' });
  await disputing.getByLabel('Dispute Note').fill('Two gears were short');
  await disputing.getByRole('button', { name: 'Mark as Disputed' }).click();
  await expect(page.getByText('Disputed', { exact: true })).toBeVisible();
  await page.goto('/receivables');
  await rowOf(page, 'Deccan Pumps').getByRole('button', { name: 'Send Reminder' }).click();
  await reminding.getByRole('button', { name: 'Send Reminder' }).click();
  await expect(
    page.getByText(/^Failed to send reminder: No invoice of Deccan Pumps is due/),
  ).toBeVisible();
  await reminding.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/invoices/${late}`);
  await page.getByRole('button', { name: 'Resolve Dispute' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve Dispute' }).click();
  await expect(page.getByText('Disputed', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Promise to Pay' }).click();
  const promising = page.getByRole('dialog', { name: 'Promise to Pay' });
  await promising.getByLabel('Promised On').fill(dayFromNow(5));
  await promising.getByRole('button', { name: 'Save Promise' }).click();
  const details = page.getByRole('tabpanel', { name: 'Details' });
  await expect(details.getByText('Promised On')).toBeVisible();
});
