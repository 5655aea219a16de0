import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Opening, openJob } from '../support/applying.ts'
import { sentCase } from '../support/case.ts'
import { linkTo } from '../support/emails.ts'
import type { Portal } from '../support/portal.ts'
import { pdfOf } from '../support/sample-pdf.ts'
import { officer } from '../support/staff.ts'
import type { Engine } from './engine.ts'
import { handOf } from './hand.ts'

// The test journey that engines.test.ts runs in WebKit and in Firefox.

const PASSWORD = 'Violet7inkpot'

/** On a phone, an applicant goes from the first visit to the receipt of an application with a document. */
async function apply(engine: Engine, portal: Portal, job: Opening) {
  const hand = handOf(engine)
  const email = `achieng.${engine.name.toLowerCase()}@example.com`
  await engine.resize(360, 740)
  await engine.goto(`${portal.url}/`)
  await hand.alive()
  // From here on, the service worker answers the page's requests.
  await hand.until(
    'the service worker has the page',
    () => hand.run(() => navigator.serviceWorker.controller !== null),
    (has) => has,
  )
  await hand.click('link', 'Create a free account')
  await hand.at('/register')
  await hand.fill('First name', 'Achieng')
  await hand.fill('Last name', "Ng'ang'a")
  await hand.click('field', 'ID Card')
  await hand.fill('ID Card number', '31234567')
  await hand.click('field', 'Female')
  await hand.fill('Day', '6')
  await hand.fill('Month', '5')
  await hand.fill('Year', '1999')
  await hand.click('field', 'No')
  await hand.click('button', 'Next')
  await hand.fill('Email', email)
  await hand.fill('Phone', '712345678')
  for (const [label, typed, found] of [
    ['County', 'kilif', 'Kilifi'],
    ['Constituency', 'kalo', 'Kaloleni'],
    ['Ward', 'kaya', 'Kayafungo'],
  ] as const) {
    await hand.fill(label, typed)
    await hand.sees(found)
    await hand.click('css', '[role=listbox] [role=option]')
  }
  await hand.click('button', 'Next')
  await hand.fill('Password', PASSWORD)
  await hand.fill('Confirm password', PASSWORD)
  await hand.click('button', 'Next')
  await hand.sees('Checked: you are not a robot')
  await hand.click('button', 'Create Account')
  await hand.click('link', 'Go to Login')
  await hand.at('/login')

  await engine.goto(portal.url + (await linkTo(portal, email, 'verify-email')))
  await hand.at('/login')
  await hand.alive()
  await hand.until(
    'the address that was verified is there already',
    () => hand.run(() => document.querySelector<HTMLInputElement>('#email')?.value),
    (value) => value === email,
  )
  await hand.fill('Password', PASSWORD)
  await hand.click('button', 'Login')
  await hand.click('field', 'My own question')
  await hand.fill('Your question', 'In which village did your best childhood friend live?')
  await hand.fill('Answer', 'Ol Kalou')
  await hand.click('button', 'Save and Continue')
  await hand.sees('Habari, Achieng')

  await engine.goto(`${portal.url}/jobs/${job.id}`)
  await hand.alive()
  await hand.click('button', 'Apply Now')
  await hand.sees('Personal Details')
  await hand.click('button', 'Next')
  await hand.fill('Institution', 'Agoro Sare High School')
  await hand.set('Qualification level', 2)
  await hand.fill('Area of study', 'Mean grade B-')
  await hand.fill('Year of graduation/completion', '2016')
  await hand.click('button', 'Next')
  await hand.fill('Company', 'Kenya National Bureau of Statistics')
  await hand.fill('Position', 'Enumerator')
  await hand.set('Start date', '2019-08-01')
  await hand.set('End date', '2019-09-30')
  await hand.fill('Responsibilities', 'Counted households.')
  await hand.click('button', 'Next')
  await hand.fill('Name', 'Walter Odhiambo')
  await hand.fill('Position', 'Principal')
  await hand.fill('Organization', 'Kosele School')
  await hand.fill('Email', 'w.odhiambo@example.ac.ke')
  await hand.fill('Phone', '722018344')
  const folder = mkdtempSync(join(tmpdir(), 'engine-files-'))
  writeFileSync(join(folder, 'Achieng CV.pdf'), pdfOf())
  await engine.attach('#document-cv-file', join(folder, 'Achieng CV.pdf'))
  await hand.sees('Achieng CV.pdf')
  await hand.sees('Received')
  rmSync(folder, { recursive: true })
  await hand.click('button', 'Next')
  await hand.click('button', 'Submit application')
  await hand.click('button', 'Yes, Submit')
  await hand.sees('Application Submitted Successfully!')
  await hand.click('button', 'See my receipt')
  await hand.until(
    'the receipt',
    () =>
      hand.run(
        () => document.querySelector('article[aria-label="Receipt of application"]')?.textContent ?? '',
      ),
    (receipt) => receipt.includes(job.title),
  )
}

/**
 * On a desktop with the mouse, an officer opens the table, its first application and the document. A second
 * application ensures that the table has another row.
 */
async function review(engine: Engine, portal: Portal, job: Opening) {
  const hand = handOf(engine)
  await sentCase(portal, {
    jobId: job.id,
    files: { cv: { name: 'cv.pdf', data: pdfOf({ pages: [['Another life']] }) } },
  })
  const { visitor } = await officer(portal, 'recruiter')
  await engine.setCookies([...visitor.cookies].map(([name, value]) => ({ name, value })))
  await engine.resize(1280, 900)
  await engine.goto(`${portal.url}/staff/jobs/${job.id}/applications`)
  await hand.alive()
  await hand.until(
    'two rows',
    () => hand.run(() => document.querySelectorAll('.review-table tbody tr').length),
    (rows) => rows === 2,
  )
  // The id of the opened application in the address, and the title of the application on the page.
  const opened = () =>
    hand.run(() => [
      new URL(location.href).searchParams.get('open'),
      document.querySelector('.review-case h2')?.textContent,
    ])
  const first = await hand.run(() => document.querySelector('.review-open')?.textContent)
  await hand.click('css', '.review-open')
  const [id] = await hand.until('the case of the first row', opened, ([, title]) => title === first)
  await hand.click('button', 'View CV')
  await hand.until(
    'the words of the document, drawn',
    () =>
      hand.run(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.review-case canvas, dialog[open] canvas')
        if (!canvas?.width) return 0
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        }
        // Counts the dark, opaque pixels: the text of the document.
        let dark = 0
        for (let index = 0; index < data.length; index += 4)
          if ((data[index] ?? 255) < 100 && (data[index + 3] ?? 0) > 200) dark++
        return dark
      }),
    (dark) => dark > 200,
  )
  assert.deepEqual(await opened(), [id, first], 'the case that was opened stays')
}

/** Runs the same journey in each browser: an applicant applies, then an officer views the document. */
export async function walk(open: () => Promise<Engine>, portal: Portal) {
  const engine = await open()
  try {
    const job = await openJob(portal)
    await apply(engine, portal, job)
    await review(engine, portal, job)
    assert.deepEqual(engine.messages(), [], 'the console')
  } finally {
    await engine.close()
  }
}
