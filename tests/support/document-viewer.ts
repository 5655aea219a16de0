import type { Browser, Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { expect } from './browser.ts'
import { sentCase } from './case.ts'
import { postJobs } from './jobs.ts'
import { officerPage } from './officer-page.ts'
import type { Portal } from './portal.ts'
import { pdfOf } from './sample-pdf.ts'

/** A narrow window: the document covers the whole page, because no space is left beside the application. */
const TOO_NARROW = { width: 1180, height: 900 }

type Files = Record<string, { name: string; data: Buffer }>

/**
 * An officer who has opened an application with these files. `fetchedUrls`: the addresses that the browser
 * has requested since. `auditEntries`: returns the audit entries of opened documents.
 */
export async function caseWith(
  portal: Portal,
  browser: Browser,
  files: Files,
  viewport = TOO_NARROW,
  over: Record<string, unknown> = {},
) {
  const [jobId = 0] = await postJobs(portal, {})
  const application = await sentCase(portal, { jobId, files, over })
  const { page, quiet } = await officerPage(portal, browser, 'recruiter', { viewport })
  const fetchedUrls: string[] = []
  page.context().on('request', (request) => fetchedUrls.push(request.url()))
  await page.goto(`/staff/jobs/${jobId}/applications?open=${application.id}`)
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible()
  const auditEntries = async () =>
    (
      await portal.db.rows<{ detail: unknown }>(
        sql`select detail from audit_entries where act = 'document.opened' and application_id = ${application.id} order by id`,
      )
    ).map(({ detail }) => detail)
  return {
    ...application,
    page,
    quiet,
    fetchedUrls,
    auditEntries,
    fetched: () => fetchedUrls.filter((url) => /\/documents\/\w+\/$/.test(url)).length,
  }
}

export const view = (page: Page, name = 'CV') => page.getByRole('button', { name: `View ${name}` })
export const shown = (page: Page) => page.getByRole('dialog')
export const sheet = (page: Page, index: number) =>
  shown(page)
    .locator('.viewer-page')
    .nth(index - 1)
export const pages = (page: Page) => shown(page).getByRole('region')
export const canvases = (page: Page) => shown(page).locator('canvas')

/** The red, green and blue of a canvas at one point. The point is given as shares of the width and height. */
export const colour = (page: Page, index: number, x: number, y: number) =>
  sheet(page, index)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [across, down]) => [
        ...(canvas
          .getContext('2d')
          ?.getImageData(
            Math.floor(canvas.width * (across ?? 0)),
            Math.floor(canvas.height * (down ?? 0)),
            1,
            1,
          )
          .data.slice(0, 3) ?? []),
      ],
      [x, y],
    )
/** Counts the dark pixels of a drawn page. */
export const ink = (page: Page, index: number) =>
  sheet(page, index)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      }
      // Each pixel has four numbers, first its red. The text is black, so a low red means a dark pixel.
      let dark = 0
      for (let n = 0; n < data.length; n += 4) if ((data[n] ?? 255) < 100) dark++
      return dark
    })
export const widthOf = (page: Page, index = 1) =>
  sheet(page, index).evaluate((node) => node.getBoundingClientRect().width)

export const CV = pdfOf({
  pages: [
    ['Curriculum vitae', 'Deputy Presiding Officer, 2022'],
    ['Education', 'Diploma, 2019'],
    ['Referees', 'On request'],
  ],
})
