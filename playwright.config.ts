import { defineConfig } from '@playwright/test';

const json = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/report.json';
const executablePath = process.env['CHROMIUM_PATH'];

/**
 * A full run takes no longer than it does now: these go into details of screens that other journeys walk through. They run
 * with `npm test -- e2e/`, or by their names.
 */
const thorough = [
  'accessible',
  'account',
  'billing',
  'bulk',
  'by-roles',
  'customers',
  'dashboard',
  'details-in-place',
  'gst-company',
  'history',
  'import',
  'invoices',
  'invoices-list',
  'leads-form',
  'leads-list',
  'leads-view',
  'live-lists',
  'long-order',
  'names',
  'notifications',
  'orders-board',
  'orders-customer',
  'orders-form',
  'orders-list',
  'payments',
  'phones',
  'pipeline',
  'products',
  'record-pages',
  'sample-data',
  'search',
  'services',
  'text-spacing',
  'two-people',
  'users',
  'very-long-list',
  'views',
  'workspaces',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env['E2E_THOROUGH'] === 'yes' ? [] : thorough.map((name) => `**/${name}`),
  globalSetup: './e2e/prepared.ts',
  outputDir: 'test-results',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // What a busy machine holds up is named as flaky (docs/decisions/0100).
  retries: 1,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: json }]],
  use: {
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    trace: 'off',
    // What fades takes time from every journey.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
