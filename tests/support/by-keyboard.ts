import type { Browser, Locator, Page } from '@playwright/test'
import { errorsOf, expect } from './browser.ts'
import { emailsTo } from './emails.ts'
import type { Portal } from './portal.ts'
import { STAFF_PASSWORD } from './staff.ts'

const MOST_TABS = 150

/** Presses Tab, forward or back, until `target` has the focus, like a person without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isBeforeFocus = await target.evaluate((node) => {
    const { activeElement: focused, body } = document
    return (
      focused !== null &&
      focused !== body &&
      (focused.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    )
  })
  // Finding an element by its role costs far more than asking a known one. React may replace it meanwhile.
  let node = await target.elementHandle()
  for (let tab = 0; tab < MOST_TABS; tab++) {
    const isKnown = await node?.evaluate(({ isConnected }) => isConnected)
    if (!isKnown) node = await target.elementHandle()
    if (await node?.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(isBeforeFocus ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
/**
 * Presses checkboxes without a pause. The second press comes before the router renders the first change, as
 * on a busy machine.
 * @throws Error when no checkbox has one of the labels
 */
export const pressInOneGo = (page: Page, ...labels: string[]) =>
  page.evaluate(async (wanted) => {
    for (const words of wanted) {
      const label = [...document.querySelectorAll('label')].find(
        ({ textContent }) => textContent.trim() === words,
      )
      const checkbox = label?.querySelector('input')
      if (!checkbox) throw new Error(`no checkbox has the label ${words}`)
      checkbox.click()
      // The message arrives in the next turn of the event loop. So the page can handle this press before the
      // next one.
      const { port1, port2 } = new MessageChannel()
      await new Promise<void>((done) => {
        port1.onmessage = () => done()
        port2.postMessage(null)
      })
    }
  }, labels)
/** Replaces the existing text of a field. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  if (
    await target.evaluate(
      (node) => node instanceof HTMLInputElement && node.type === 'text' && node.value !== '',
    )
  )
    await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Adds a simulated fingerprint reader that always accepts. */
export async function withAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

/** Passkeys need a host name in the address, not an IP address. */
export const named = (portal: Portal) => portal.url.replace('127.0.0.1', 'localhost')

/**
 * A desktop browser with the portal's time, a keyboard, a fingerprint reader and no mouse. `quiet` fails
 * after a page error or a pointer event.
 */
export async function staff(portal: Portal, browser: Browser) {
  const context = await browser.newContext({ baseURL: named(portal), viewport: { width: 1280, height: 900 } })
  await context.clock.install({ time: portal.clock.now() })
  await context.addInitScript(() =>
    addEventListener('pointerdown', () => console.error('a pointer was used'), true),
  )
  const page = await context.newPage()
  await withAuthenticator(page)
  const errors = errorsOf(page)
  return { page, quiet: (who: string) => expect(errors, `errors in the console of the ${who}`).toEqual([]) }
}

/** An officer joins by the emailed link or by `token`, and adds a passkey. The officers' start page opens. */
export async function join(
  portal: Portal,
  page: Page,
  { email, name, token, onEach = async () => {} }: Joining,
): Promise<void> {
  const invitation = token ? undefined : (await emailsTo(portal, email)).at(-1)
  await page.goto(`/staff/join/${token ?? /\/staff\/join\/(\S+)/.exec(invitation?.text ?? '')?.[1]}`)
  await expect(page.getByRole('heading', { name: 'Your invitation' })).toBeVisible()
  await onEach('an invitation')
  await type(page, page.getByLabel('Your name'), name)
  await type(page, page.getByLabel('Password', { exact: true }), STAFF_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('.secret')).toBeVisible()
  await onEach('the second factor')
  await press(page, page.getByRole('button', { name: 'Make a passkey' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Start' })).toBeVisible()
  await expect(page.getByText(`${name}, `)).toBeVisible()
}
type Joining = { email: string; name: string; token?: string; onEach?: (state: string) => Promise<void> }
