import type { Page } from '@playwright/test'
import { ASSISTANT_WORDS, withContact } from '../../contract/assistant/words.ts'
import { ASSISTANT } from '../../contract/assistant/limits.ts'
import { STORED } from '../../contract/browser.ts'
import type { AnswerLine } from '../../contract/assistant/endpoints.ts'
import { DONE, standIn } from '../support/assistant-stand-in.ts'
import { applicant } from '../support/applying.ts'
import { alive, expect, expectAccessible, test, tooWide } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'

// The assistant: the help button on every page, and the panel in which a person asks. `standIn` answers in
// place of the server. N2 is the assistant's rule in docs/spec/decisions.md; S2 is
// docs/spec/signed-in-area.md.

// Tests block the panel's program file. The service worker would fetch it despite the block.
test.use({ serviceWorkers: 'block' })

const trigger = (page: Page) => page.getByRole('button', { name: 'Ask for help' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Assistant' })
const question = (page: Page) => page.getByLabel('Your question')
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
/** Stops the browser's clock. Time then passes only by `page.clock.runFor`. */
const freeze = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
/** Opens a page and the assistant’s panel on it, until a question can be asked. */
const open = async (page: Page, path = '/jobs') => {
  await page.goto(path)
  await alive(page)
  await trigger(page).click()
  await expect(question(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'How many referees?' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
}

test('S2 §2 chat: on every page a trigger that loads nothing until it is pressed, and leads to the help pages without script', async ({
  page,
  browser,
  portal,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/jobs', '/login', '/no/such/page']) {
    await page.goto(path)
    await alive(page)
    await expect(trigger(page)).toHaveCount(0)
  }
  await page.emulateMedia({ media: 'screen' })
  await expect(trigger(page)).toHaveAttribute('aria-expanded', 'false')
  expect(loaded.filter((url) => /panel|pop-up|api\/assistant/.test(url))).toEqual([])

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url })
  const still = await plain.newPage()
  await still.goto('/jobs')
  await trigger(still).click()
  await expect(still.getByRole('heading', { name: 'Resources', level: 1 })).toBeVisible()
  await plain.close()
})

test('S2 §2 chat: at 360 px the trigger does not cover the bar of a job, and moves aside where its script does not come (N6)', async ({
  page,
}) => {
  await page.goto('/jobs/3')
  await alive(page)
  const [mine, bar] = [await trigger(page).boundingBox(), await page.locator('.apply').boundingBox()]
  expect((mine?.y ?? 0) + (mine?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  await page.route('**/assets/panel-*.js*', (route) => route.abort())
  await trigger(page).click()
  await page.getByRole('button', { name: 'See the help pages' }).click()
  await page.waitForURL('**/resources*')
})

test('S2 §2 chat: the open panel covers nothing that can be pressed on a wide screen; on a narrower one the page is out of reach until it is minimized', async ({
  page,
}) => {
  await standIn(page)
  for (const width of [1280, 1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/jobs', '/jobs/3', '/login']) {
      await open(page, path)
      const covered = await page.evaluate(() => {
        const edge = document.querySelector('.chat')?.getBoundingClientRect().left ?? 0
        const pressed = [
          ...document.querySelectorAll<HTMLElement>('a[href],button,input,select,summary'),
        ].filter((control) => !control.closest('.chat,[inert],.ask'))
        return pressed
          .filter((control) => control.getClientRects().length > 0)
          .filter((control) => control.getBoundingClientRect().right > edge)
          .map((control) => control.outerHTML.slice(0, 100))
      })
      expect(covered, `${path} at ${width} px`).toEqual([])
      await expect(page.locator('#main')).toHaveJSProperty('inert', width < 1280)
      expect(await page.evaluate(tooWide), `${path} at ${width} px`).toEqual([])
      await page.getByRole('button', { name: 'Minimize' }).click()
      await expect(page.locator('#main')).toHaveJSProperty('inert', false)
      await expect(page.locator('body')).toHaveCSS('padding-right', '0px')
    }
  }
})

test('S2 §2, §9 chat pop-up: on the home page, two seconds after load, until it is dismissed', async ({
  page,
}) => {
  await freeze(page)
  await page.goto('/')
  await alive(page)
  const note = page.getByText('Questions? Ask the assistant.')
  await expect(page.locator('.ask > div')).toBeAttached()
  await page.clock.runFor(ASSISTANT.popupAfterMs - 100)
  await expect(note).toBeHidden()
  await page.clock.runFor(200)
  await expect(note).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName), 'it takes no focus').toBe('BODY')
  await page.clock.resume()
  await inEveryAppearance(page, 'pop-up')
  await page.reload()
  await alive(page)
  await expect(page.locator('.ask > div')).toBeAttached()
  await page.clock.runFor(ASSISTANT.popupAfterMs + 100)
  await page.getByRole('button', { name: 'Dismiss this note' }).click()
  await expect(note).toBeHidden()
  expect(await page.evaluate((key) => localStorage.getItem(key), STORED.assistantSeen)).not.toBeNull()
  await page.reload()
  await alive(page)
  await expect(page.locator('.ask > div')).toBeAttached()
  await page.clock.runFor(ASSISTANT.popupAfterMs * 2)
  await expect(note).toBeHidden()
})

test('S2 §2, §4, §9 N2 chat: asked by keyboard, answered after a second or two, kept through navigation and reload, cleared', async ({
  page,
}) => {
  const questions = await standIn(page, { consent: ASSISTANT_WORDS.consent })
  await open(page)
  await expect(panel(page)).toContainText(ASSISTANT_WORDS.consent)
  await expect(page.locator('#main'), 'on a phone the page behind is out of reach').toHaveJSProperty(
    'inert',
    true,
  )
  await inEveryAppearance(page, 'chat, open')
  await freeze(page)
  await page.keyboard.type('How many referees')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('<b>do I need</b>?')
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveValue('')
  await page.clock.runFor(ASSISTANT.delayMs.least - 100)
  await expect(page.getByText('The assistant is writing')).toBeAttached()
  await expect(log(page)).not.toContainText('One referee is enough.')
  await page.clock.runFor(ASSISTANT.delayMs.most)
  await expect(log(page).locator('ol > li').last()).toContainText('One referee is enough.')
  await expect(log(page), 'nothing becomes markup').toContainText(
    'You asked: How many referees\n<b>do I need</b>?',
  )
  await page.clock.resume()
  await inEveryAppearance(page, 'chat, answered')

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(trigger(page), 'the focus is given back').toBeFocused()
  await page.keyboard.press('Enter')
  await log(page).getByRole('link', { name: 'Resources' }).click()
  await page.waitForURL('**/resources')
  await expect(panel(page), 'on a phone a link is followed to its page').toBeHidden()
  await page.reload()
  await alive(page)
  await trigger(page).click()
  await expect(log(page)).toContainText('One referee is enough.')
  for (let round = 0; round < 6; round++) {
    await page.getByRole('button', { name: 'How many referees?' }).click()
    await expect.poll(() => questions.length).toBe(round + 2)
    await page.clock.runFor(ASSISTANT.delayMs.most)
    await expect(page.getByText('The assistant is writing')).toHaveCount(0)
    await page.getByRole('button', { name: 'How long does it take?' }).waitFor()
    if (round < 5) {
      await page.reload()
      await alive(page)
      await trigger(page).click()
    }
  }
  expect(
    questions.map(({ history }) => history.length),
    'the last ten messages go along',
  ).toEqual([0, 2, 4, 6, 8, 10, 10])
  expect(await log(page).locator('ol > li').count(), 'and stand there, under the greeting').toBe(
    ASSISTANT.history + 1,
  )
  await page.getByRole('button', { name: 'Clear the conversation' }).click()
  await expect(log(page).locator('ol > li')).toHaveCount(1)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key === 'said'))).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(trigger(page)).toBeFocused()
})

test('N2 chat: no question is sent to the outside service before the person agrees, and the tab keeps the choice', async ({
  page,
}) => {
  const questions = await standIn(page, { consent: ASSISTANT_WORDS.consent })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const choice = page.getByRole('checkbox', { name: ASSISTANT_WORDS.agree })
  await expect(choice).not.toBeChecked()
  const ask = async (times: number) => {
    await question(page).fill('How many referees')
    await page.keyboard.press('Enter')
    await expect(log(page).locator('ol > li')).toHaveCount(1 + 2 * times)
  }
  await ask(1)
  await choice.focus()
  await page.keyboard.press('Space')
  await ask(2)
  await inEveryAppearance(page, 'chat, with the outside service')
  await page.reload()
  await alive(page)
  await trigger(page).click()
  await expect(choice).toBeChecked()
  await ask(3)
  await choice.uncheck()
  await ask(4)
  expect(questions.map(({ outside }) => outside)).toEqual([false, true, true, false])
  const earlier = questions.map(({ history }) => history.filter(({ who }) => who === 'you').length)
  expect(earlier, 'what was asked without it does not leave later').toEqual([0, 0, 1, 3])
  await page.getByRole('link', { name: 'Where it is sent' }).click()
  await page.waitForURL('**/privacy#questions-to-the-assistant')
})

test('N2 chat: a question that is tried again goes to the outside service only if the person agreed then and agrees now', async ({
  page,
}) => {
  let isAway = true
  const questions = await standIn(page, {
    consent: ASSISTANT_WORDS.consent,
    reply: () => (isAway ? (route) => route.abort() : [{ text: 'One is enough.' }, DONE]),
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const choice = page.getByRole('checkbox', { name: ASSISTANT_WORDS.agree })
  const again = page.getByRole('button', { name: 'Try again' })
  const answers = log(page).getByText('One is enough.')
  const fail = async (text: string) => {
    isAway = true
    await question(page).fill(text)
    await page.keyboard.press('Enter')
    await expect(again).toBeVisible()
    isAway = false
  }
  await choice.check()
  await fail('Asked with consent, sent without')
  await choice.uncheck()
  await again.click()
  await expect(answers).toHaveCount(1)
  await choice.check()
  await question(page).fill('Asked with consent')
  await page.keyboard.press('Enter')
  await expect(answers).toHaveCount(2)
  expect(questions.at(-1)?.history.filter(({ who }) => who === 'you')).toEqual([])
  await choice.uncheck()
  await fail('Asked without consent')
  await choice.check()
  await again.click()
  await expect(answers).toHaveCount(3)
  expect(questions.map(({ outside }) => outside)).toEqual([true, false, true, false, false])
})

const IN_KISWAHILI: AnswerLine = {
  done: true,
  source: 'help',
  language: 'sw',
  links: [
    { title: 'Msaada', url: '/resources', language: 'sw' },
    { title: 'Privacy', url: '/privacy' },
  ],
  suggestions: ['Kuna kazi gani?'],
}

test('N2 chat: an answer in Kiswahili says so to a screen reader, and so do its link and its questions', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standIn(page, { reply: () => [{ text: 'Hapana. Ni bure.' }, IN_KISWAHILI] })
  await open(page)
  await question(page).fill('Ni bure?')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Hapana. Ni bure.')).toHaveAttribute('lang', 'sw')
  await expect(page.getByRole('button', { name: 'Kuna kazi gani?' })).toHaveAttribute('lang', 'sw')
  await expect(log(page).getByRole('link', { name: 'Privacy' })).not.toHaveAttribute('lang')
  await page.reload()
  await alive(page)
  await trigger(page).click()
  await expect(log(page).getByText('Hapana. Ni bure.')).toHaveAttribute('lang', 'sw')
  await expect(log(page).getByRole('link', { name: 'Msaada' })).toHaveAttribute('lang', 'sw')
})

test('S2 §2 chat: a minimized panel does not take the focus when the person logs out in another tab', async ({
  page,
  context,
  portal,
}) => {
  await standIn(page)
  await applicant(page, portal)
  await open(page)
  await page.getByRole('button', { name: 'Minimize' }).click()
  await expect(trigger(page)).toBeFocused()
  const link = page.getByRole('contentinfo').getByRole('link').first()
  await link.focus()
  const otherTab = await context.newPage()
  await otherTab.goto('/robots.txt')
  await otherTab.evaluate((key) => localStorage.removeItem(key), STORED.token)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeAttached()
  await expect(link).toBeFocused()
  await otherTab.close()
})

test('S2 §4 chat: what one person said is not there for the next at a shared device, nor after a session that ended', async ({
  page,
}) => {
  await standIn(page)
  /** A conversation as the page stores it for the tab. `owner`: a logged-in person's email, or empty. */
  const conversation = (owner: string) => ({
    owner,
    entries: [{ who: 'you', text: 'My ID number is 12345678', at: Date.now() }],
  })
  const plant = (owner: string) =>
    page.evaluate((stored) => sessionStorage.setItem('said', JSON.stringify(stored)), conversation(owner))
  await page.goto('/jobs')
  await plant('')
  await open(page)
  await expect(log(page), 'a visitor finds it again in the same tab').toContainText('12345678')
  await expect(log(page)).toContainText('the answer did not arrive')
  await plant('achieng@example.com')
  await open(page)
  await expect(log(page)).not.toContainText('12345678')
  await plant('achieng@example.com')
  await page.evaluate(() => {
    localStorage.setItem('token', 'of a session that is over')
    localStorage.setItem(
      'session',
      JSON.stringify({
        email: 'achieng@example.com',
        expiresAt: Date.now() + 60_000,
        requireSecuritySetup: false,
      }),
    )
  })
  await page.goto('/jobs')
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('said')), 'gone without the panel being opened')
    .toBeNull()
})

test('S2 §8 N2 chat errors: each in its own words, with the support addresses; offline or lost, the question is kept and can be sent again', async ({
  page,
  context,
  portal,
}) => {
  const { organisation } = (await (await fetch(`${portal.url}/api/site/`)).json()) as {
    organisation: { email: string; phone: string }
  }
  const problem = (kind: 'busy' | 'unavailable'): AnswerLine[] => [
    { fault: kind, text: withContact(ASSISTANT_WORDS[kind], organisation) },
  ]
  let lines: AnswerLine[] | 'refused' | 'gone' | 'late' = problem('busy')
  const late = Promise.withResolvers<void>()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standIn(page, {
    reply: () => {
      if (lines === 'refused')
        return (route) => route.fulfill({ status: 429, json: { code: 'too_many', message: 'Too many' } })
      if (lines === 'gone') return (route) => route.abort()
      if (lines === 'late') return (route) => late.promise.then(() => route.abort())
      return lines
    },
  })
  // With reduced motion, a browser setting, the assistant answers without a pause.
  await freeze(page)
  await open(page)
  const again = page.getByRole('button', { name: 'Try again' })
  await question(page).fill('Is there news?')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText(withContact(ASSISTANT_WORDS.busy, organisation))
  await expect(log(page).getByRole('link', { name: organisation.email })).toHaveAttribute(
    'href',
    `mailto:${organisation.email}`,
  )
  await page.clock.resume()
  await inEveryAppearance(page, 'chat, fault')
  for (const [next, words] of [
    [problem('unavailable'), withContact(ASSISTANT_WORDS.unavailable, organisation)],
    ['refused', withContact(ASSISTANT_WORDS.busy, organisation)],
    [[{ text: 'Half an ans' }] as AnswerLine[], 'the answer did not arrive'],
    ['gone', 'the answer did not arrive'],
  ] as const) {
    lines = next as typeof lines
    await again.click()
    await expect(log(page)).toContainText(words)
  }
  lines = 'late'
  await again.click()
  await expect(page.getByText('The assistant is writing')).toBeAttached()
  await expectAccessible(page, 'chat, waiting')
  late.resolve()
  await expect(again).toBeVisible()
  await question(page).fill('And this too')
  await context.setOffline(true)
  await expect(panel(page)).toContainText('You are offline. The assistant answers when the network is back.')
  await again.click()
  await expect(log(page)).toContainText('You are offline. Your question is kept')
  await expectAccessible(page, 'chat, offline')
  await context.setOffline(false)
  lines = [{ text: 'Here is the news.' }, DONE]
  await again.click()
  await expect(log(page)).toContainText('Here is the news.')
  await expect(log(page).getByText('Is there news?'), 'asked once, however often it was sent').toHaveCount(1)
  await expect(question(page), 'what was typed meanwhile').toHaveValue('And this too')
})
