import type { Locator, Page } from '@playwright/test';
import { enter, expect, test as base } from './product';

export interface LeadRow {
  id: number;
  company_name: string;
  email: string | null;
  stage_name: string | null;
  status: string;
  updated_at: string;
  [field: string]: unknown;
}

/** What a journey does with leads besides the screen, as a second session would. */
export interface Leads {
  add: (values: { company_name: string } & Record<string, unknown>) => Promise<LeadRow>;
  get: (id: number) => Promise<LeadRow>;
  change: (id: number, values: Record<string, unknown>) => Promise<void>;
  convert: (id: number) => Promise<void>;
  remove: (id: number) => Promise<void>;
}

/** A signed-in page on a product without leads. */
export const test = base.extend<{ leads: Leads }>({
  leads: async ({ context, product }, use) => {
    await enter(context, product);
    const call = async (method: string, path: string, data?: unknown): Promise<LeadRow> => {
      const response = await context.request.fetch(`/api/leads${path}`, {
        method,
        ...(data === undefined ? {} : { data }),
      });
      const body = (await response.json()) as { success: boolean; error?: string; data: LeadRow };
      expect(body.success, body.error).toBe(true);
      return body.data;
    };
    await use({
      add: (values) => call('POST', '', { contact_person: 'Meera Kulkarni', ...values }),
      get: (id) => call('GET', `/${id}`),
      change: async (id, values) => void (await call('PUT', `/${id}`, values)),
      convert: async (id) => void (await call('POST', `/${id}/convert`)),
      remove: async (id) => void (await call('DELETE', `/${id}`)),
    });
  },
});

/** Opens the leads in one of their two views. */
export async function openLeads(page: Page, view: 'List' | 'Kanban'): Promise<void> {
  await page.goto('/leads');
  await page.getByRole('button', { name: view }).click();
}

/** No change made elsewhere reaches this page, as when the line is down: it acts on what it has. */
export async function deafen(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await page.route('**/socket.io/**', (route) => route.abort());
}

/** Calls of this kind get no answer. */
export async function breakCalls(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? route.abort() : route.fallback(),
  );
}

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** The cell below the heading of that name. */
export async function cellOf(page: Page, name: string, heading: string): Promise<Locator> {
  const headings = page.getByRole('columnheader');
  await headings.first().waitFor();
  const titles = await headings.allInnerTexts();
  return rowOf(page, name).getByRole('gridcell').nth(titles.indexOf(heading));
}

export function columnOf(page: Page, stage: string): Locator {
  return page.getByRole('group', { name: new RegExp(`^${stage} \\d+$`) });
}

export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(
    page
      .locator('.mantine-Notification-root')
      .filter({ hasText: text })
      .getByText(text, { exact: true })
      .first(),
  ).toBeVisible();
}
