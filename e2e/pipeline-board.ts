import type { Page } from '@playwright/test';
import { expect, signIn } from './product';

export interface Lead {
  id: number;
  company_name: string;
}

interface Stage {
  id: number;
  stage_name: string;
}

export const stageNames = ['New', 'Contacted', 'Qualified', 'Proposal', 'Negotiation', 'Won'];

export const column = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name} \\d+$`) });
export const card = (page: Page, name: string) => page.getByRole('article', { name });
export const cardIn = (page: Page, stage: string, name: string) =>
  column(page, stage).getByRole('article', { name });
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
export const figure = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Another session of the same person: calls that this page's screen did not make. */
export async function fromOtherClient<T>(
  page: Page,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
): Promise<T> {
  const response = await page.request[method](`/api${path}`, data ? { data } : {});
  expect(response.ok(), `${method} ${path}`).toBe(true);
  return ((await response.json()) as { data: T }).data;
}

export const makeLead = (page: Page, company_name: string, more: object = {}) =>
  fromOtherClient<Lead>(page, 'post', '/leads', {
    company_name,
    contact_person: 'Meera Kulkarni',
    ...more,
  });

export async function stageId(page: Page, name: string): Promise<number> {
  const stages = await fromOtherClient<Stage[]>(page, 'get', '/pipeline/stages');
  return stages.find((stage) => stage.stage_name === name)?.id ?? 0;
}

export async function openPipeline(page: Page, password: string): Promise<void> {
  await signIn(page, 'admin', password);
  // The page before may open its line late.
  await page.goto('about:blank');
  const live = received(page, /^40/);
  await page.goto('/pipeline');
  await expect(page.getByRole('heading', { name: 'Sales Pipeline', level: 1 })).toBeVisible();
  await live;
}

/** The page hears this of the server, on whichever line; `40` of socket.io says that it is let in. */
export async function received(page: Page, message: RegExp): Promise<void> {
  await new Promise<void>((resolve) => {
    listenersOf(page).push({ message, resolve });
  });
}

interface Listener {
  message: RegExp;
  resolve: () => void;
}

const listeners = new WeakMap<Page, Listener[]>();

function listenersOf(page: Page): Listener[] {
  const existing = listeners.get(page);
  if (existing) return existing;
  const all: Listener[] = [];
  listeners.set(page, all);
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const { message, resolve } of all) if (message.test(String(payload))) resolve();
    }),
  );
  return all;
}

async function moveOver(page: Page, stage: string): Promise<void> {
  const box = await column(page, stage).boundingBox();
  if (!box) throw new Error(`The stage ${stage} is not there`);
  await page.mouse.move(box.x + box.width / 2, box.y + 240, { steps: 8 });
}

/** Carries a card to the right edge of a narrow window, where the board scrolls until the stage is there. */
export async function carryBeyondTheEdge(page: Page, name: string, stage: string): Promise<void> {
  await card(page, name).hover();
  await page.mouse.down();
  const board = await page.getByRole('group', { name: 'Leads by stage' }).boundingBox();
  if (!board) throw new Error('There is no board');
  await page.mouse.move(board.x + board.width - 24, board.y + 200, { steps: 8 });
  await expect(column(page, stage)).toBeInViewport({ ratio: 0.95 });
  await moveOver(page, stage);
  await page.mouse.up();
}

/** A finger rests on the card until it is lifted, and carries it. */
export async function dragByFinger(page: Page, name: string, stage: string): Promise<void> {
  const [from, to] = await Promise.all([
    card(page, name).boundingBox(),
    column(page, stage).boundingBox(),
  ]);
  if (!from || !to) throw new Error('There is nothing to drag, or nowhere to');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', { x: from.x + 40, y: from.y + from.height - 12 });
  await expect(page.locator('[data-ghost]')).toBeVisible();
  await touch('touchMove', { x: to.x + to.width / 2, y: to.y + 240 });
  await expect(column(page, stage)).toHaveAttribute('data-over', 'free');
  await touch('touchEnd');
}

/** Live changes do not reach this page: it continues to show its rows. */
export async function cutOffLive(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
}
