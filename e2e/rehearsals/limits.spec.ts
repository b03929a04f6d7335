import { once } from 'node:events';
import { connect } from 'node:net';
import type { Route } from '@playwright/test';
import { enter, expect, startProduct, test } from '../product';

/** Refuses the first call as a server does that has too much to do. */
function busyOnce() {
  let calls = 0;
  return async (route: Route): Promise<void> => {
    calls += 1;
    if (calls > 1) return route.continue();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { success: false, code: 'server.busy', error: 'Too many lists are being read.' },
    });
  };
}

test('a screen waits for a busy server and tries again', async ({ page, product }) => {
  await enter(page, product);
  await page.goto('/');
  await page.route('**/api/services', busyOnce());
  await page.getByRole('link', { name: 'Services' }).click();
  await expect(page.getByText('The server is busy. Trying again…')).toBeVisible();
  await expect(page.getByText('No services found')).toBeVisible();
});

test('a second signal ends the product although a request is still in progress', async () => {
  const product = await startProduct();
  try {
    const { hostname, port } = new URL(product.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    socket.write(`${head}content-length: 100\r\n\r\n{`);
    await fetch(`${product.url}/api/health`);
    const ended = product.end('SIGTERM');
    // A signal within the first second counts as the same one, so it is repeated until it is the second.
    const again = setInterval(() => process.kill(product.pid(), 'SIGTERM'), 300);
    expect(await ended).toBe(1);
    clearInterval(again);
  } finally {
    await product.stop();
  }
});
