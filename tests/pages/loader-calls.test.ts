import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { builtPages } from '../../server/app.ts'
import { address } from '../../web/api.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { checkOrder, holdCalls, type LaterCall } from '../support/held-calls.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The server draws a page with what its loaders call. Each loader makes its calls at once: no call waits for
// another's answer, except those listed here with a reason.

const RULE = 'GET /api/jobs/{id}/selection-rule/'
const SELECTIONS = 'GET /api/selections/{id}/'
type ServerPage = [path: string, later?: LaterCall[]]

/** Pages that need no data of a test: of the loaders of the server, and of each text. */
const PAGES: ServerPage[] = [
  ['/'],
  ['/?page=2'],
  ['/jobs'],
  [
    '/jobs?search=clerk',
    [['GET /api/jobs/wider/', 'GET /api/jobs/list/', 'only the last page of the list has wider results']],
  ],
  ['/register'],
  ['/api-docs'],
  ['/transparency'],
  ['/selections'],
  ['/selections/sample'],
  ['/status'],
  ['/nothing-has-this-address'],
  ['/staff/nothing-has-this-address'],
  ...readdirSync(join(import.meta.dirname, '../../content'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:help\/)?[a-z-]+\.md$/.test(file))
    .map((file): ServerPage => [`/${file.replace('help/', 'resources/').replace('.md', '')}`]),
]

/** Pages of a job with a published selection. */
const pagesOf = (job: number): ServerPage[] => [
  [`/jobs/${job}`, [[SELECTIONS, RULE, 'few jobs have a rule, and only these have a selection']]],
  [
    `/selections/${job}`,
    [['GET /api/selections/{id}/results/{run}/', SELECTIONS, 'only the selection tells its last run']],
  ],
  [`/selections/${job}/results/1/1`],
]

/** The loaders that ran, by the ids of their routes. */
const ran = new Set<string>()
/** The built pages, whose loaders note that they ran. */
function watched(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader
    if (!route || !loader) return [id, route] as const
    const noted: typeof loader = (input) => {
      ran.add(id)
      return loader(input)
    }
    return [id, { ...route, module: { ...route.module, loader: noted } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

type Call = (key: string, input?: Parameters<typeof address>[1]) => Promise<unknown>
type Contexts = { callContext: RouterContext<Call>; nonceContext: RouterContext<string> }

let portal: Portal
let build: ServerBuild
let drawn: number
before(async () => {
  portal = await openPortal()
  build = watched(await builtPages.load('en'))
  await postJobs(portal, { title: 'Clerk' })
  drawn = await jobForSelection(portal, await jobStaff(portal))
  await drawSelection(portal, drawn)
  await publishSelection(portal, drawn)
})
after(() => portal.close())

/** Opens a page on the server while the replies to its calls are held, and checks the order of the calls. */
async function checkPage([path, later = []]: ServerPage) {
  const held = holdCalls()
  const replies = new Set<Promise<unknown>>()
  const reply = async (key: string, input: Parameters<typeof address>[1]) => {
    const { status, json } = await portal.visitor().get(address(key, input))
    if (status === 200) return json
    throw Object.assign(new Error(json.message), { status, body: json })
  }
  const call: Call = async (key, input = {}) => {
    await held.wait(key)
    const coming = reply(key, input)
    replies.add(coming)
    return coming
  }
  const context = new RouterContextProvider()
  const { callContext, nonceContext } = build.entry.module as unknown as Contexts
  context.set(callContext, call)
  context.set(nonceContext, 'nonce')
  /** Waits until the released replies have come, and the loaders have continued. */
  const settled = async () => {
    for (let turns = 0; turns < 20; turns++) {
      await Promise.allSettled(replies)
      await nextTurn()
    }
  }
  held.hold()
  const page = createRequestHandler(build, 'production')(new Request(portal.url + path), context)
  await settled()
  const first = held.sorted()
  const all = await checkOrder(held, first, later, async (calls, when) => {
    await settled()
    assert.deepEqual(held.sorted(), calls, `its calls ${when}`)
  })
  const { status } = await page
  assert.equal(status, path.includes('nothing') ? 404 : 200)
  assert.deepEqual(held.sorted(), all, 'a call waits for an answer: call at once, or list the reason')
}

describe('loaders on the server call for all they need at once', () => {
  for (const page of PAGES) test(page[0], () => checkPage(page))
  for (const [index, [path]] of pagesOf(0).entries())
    test(path.replace('/0', '/…'), async () => {
      const page = pagesOf(drawn)[index] ?? assert.fail()
      await checkPage(page)
    })
  test('every loader of the server is tested', () => {
    const withLoader = Object.entries(build.routes).filter(([, route]) => route?.module.loader)
    assert.ok(withLoader.length > 20)
    assert.deepEqual(
      withLoader.map(([id]) => id).filter((id) => !ran.has(id)),
      [],
    )
  })
})
