import { defineConfig } from '@playwright/test';
import { patience } from './scripts/patience.mjs';

const json = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/report.json';
const patient = patience();
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepared.ts',
  outputDir: 'test-results',
  // Two journeys often wait for the screen; a third one fills the time of two cores.
  workers: 3,
  timeout: 60_000 * patient,
  expect: { timeout: 10_000 * patient },
  // What a busy machine holds up is named as flaky (docs/decisions/0100).
  retries: 2,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: json }]],
  use: {
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    trace: 'off',
    actionTimeout: 30_000 * patient,
    navigationTimeout: 30_000 * patient,
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
  projects: [
    { name: 'journeys', testIgnore: 'rehearsals/**', grepInvert: /@rehearsal/ },
    // `npm run test:rehearsals` (docs/decisions/0126)
    { name: 'rehearsals', grep: /rehearsals\/|@rehearsal/ },
  ],
});
