import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/chromium.ts'

const LONGEST = [
  'last-hour',
  'vitals',
  'staff-selection',
  'pages',
  'staff-waterfalls',
  'staff-review-states',
  'longer-texts',
  'staff-review',
  'apply-saved',
  'staff-decisions',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests',
  outputDir: 'node_modules/.playwright',
  // Long enough for a machine that is busy with three of them: what hangs is told by name, what is slow is
  // not.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // One more than the cores of the smallest machine: a journey waits for half of its time.
  workers: 3,
  // The longest files go first. Otherwise the last of them would run while the other workers have no work.
  projects: [
    { name: 'first', testMatch: LONGEST },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: LONGEST },
  ],
  forbidOnly: true,
  // What failed is said at the end, where it is looked for.
  reporter: [['dot'], ['json', { outputFile: 'node_modules/.playwright-report.json' }]],
  use: {
    viewport: { width: 360, height: 740 },
    locale: 'en-KE',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds: what an optimising compiler costs is not won back.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Recording every step of every test takes a third of the time: `npx playwright test --trace on` where
    // one fails.
    trace: 'off',
  },
})
