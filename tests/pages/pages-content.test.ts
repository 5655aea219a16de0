import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ASSISTANT_WORDS } from '#contract/assistant/words.ts'
import { endpoints } from '#contract/endpoints.ts'
import { topicOf, topics } from '#contract/topics.ts'
import { builtPages } from '../../server/app.ts'
import { openPortal, type Portal } from '../support/portal.ts'

/**
 * The paths of the text pages, with their titles. All but the page about calls come from files of content/.
 */
const PAGES = {
  about: 'About this portal',
  services: 'Services',
  resources: 'Resources',
  contact: 'Contact',
  complaints: 'Complaints',
  privacy: 'Privacy',
  terms: 'Terms of use',
  'api-docs': 'Calls of this portal',
}
/** Name and contacts of an invented operator, with characters that Markdown and HTML could misread. */
const OPERATOR = {
  ORG_NAME: 'Commission of *Stars* & <Angles>',
  ORG_ACRONYM: 'CSA',
  ORG_PHONE: '+254 700 000 001',
  ORG_EMAIL: 'jobs_desk@example.org',
  ORG_WEBSITE: 'https://www.example.org',
}

let portal: Portal
/** A portal with settings that name its operator. */
let confirmed: Portal
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  confirmed = await openPortal({ app: { pages: builtPages }, config: OPERATOR })
})
after(async () => {
  await portal.close()
  await confirmed.close()
})

/** Fetches a page. `main` is the HTML of its main element. */
const pageAt = async (path: string, { url }: Pick<Portal, 'url'> = portal) => {
  const answer = await fetch(url + path, { redirect: 'manual' })
  // Styles and scripts are left out, so that the output of a failed test is readable.
  const whole = (await answer.text()).replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, '')
  return {
    status: answer.status,
    headers: answer.headers,
    whole,
    main: /<main[\s\S]*<\/main>/.exec(whole)?.[0] ?? '',
  }
}
const links = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

describe('J13: the pages of content/', () => {
  test('there is a page for every file, and a file for every page', () => {
    const files = readdirSync(join(import.meta.dirname, '../../content'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `/${name.replace('.md', '')}`)
    assert.deepEqual(
      files.sort(),
      Object.keys(PAGES)
        .filter((name) => name !== 'api-docs')
        .map((name) => `/${name}`)
        .sort(),
    )
  })

  for (const [name, title] of Object.entries(PAGES)) {
    test(`J13 /${name}: its title, description and address, and no placeholder left`, async () => {
      const { status, whole, main } = await pageAt(`/${name}`)
      assert.equal(status, 200)
      assert.deepEqual(
        [...main.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, text]) => text),
        [title],
      )
      assert.match(whole, new RegExp(`<title>${title} – IEBC Jobs</title>`))
      assert.match(whole, /<meta name="description" content="[^"]{30,200}"/)
      assert.match(whole, new RegExp(`<link rel="canonical" href="[^"]*/${name}"`))
      assert.doesNotMatch(whole, /\{\{|\}\}|undefined|\[object/)
    })

    test(`J13 /${name}: no link leads nowhere, and every section of the list is there`, async () => {
      const { whole, main } = await pageAt(`/${name}`)
      const here = links(whole).filter((address) => address.startsWith('/') || address.startsWith('#'))
      for (const address of new Set(here)) {
        const [path = '', id] = address.split('#')
        const target = path ? await pageAt(path) : { status: 200, whole }
        assert.equal(target.status, 200, address)
        if (id) assert.match(target.whole, new RegExp(` id="${id}"`), address)
      }
      for (const address of links(main))
        assert.match(address, /^(?:\/|#|https?:\/\/[\w.]+|mailto:[^@\s]+@[\w.]+$|tel:\+\d+$)/)
    })

    test(`/${name} also has the data that a page needs to open it by a link`, async () => {
      assert.equal((await pageAt(`/${name}.data`)).status, 200)
    })
  }

  test('the details of the organisation are those of the configuration, character by character', async () => {
    const { main } = await pageAt('/contact', confirmed)
    for (const words of [
      'tel:+254700000001',
      '+254 700 000 001',
      'mailto:jobs_desk@example.org',
      '>jobs_desk@example.org<',
      'href="https://www.example.org"',
      'CSA/EXT/017',
    ]) {
      assert.ok(main.includes(words), words)
    }
    assert.ok((await pageAt('/terms', confirmed)).main.includes('Commission of *Stars* &amp; &lt;Angles&gt;'))
  })

  test('a self-hosted installation says so until its operator is named', async () => {
    assert.match(
      (await pageAt('/contact')).main,
      /class="callout is-amber"><p>This is a self-hosted installation/,
    )
    assert.doesNotMatch((await pageAt('/contact', confirmed)).main, /self-hosted|callout/)
  })

  test('A19 privacy names the company of a captcha that is not our own', async () => {
    assert.match((await pageAt('/privacy')).main, /No other company takes part in it/)
    const foreign = await openPortal({
      app: { pages: builtPages },
      config: { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' },
    })
    try {
      assert.match((await pageAt('/privacy', foreign)).main, /comes from another company \(turnstile\)/)
    } finally {
      await foreign.close()
    }
  })
  test('N2 privacy names the outside services of the assistant, and has nothing of them when there are none', async () => {
    assert.doesNotMatch(
      (await pageAt('/privacy')).main,
      /outside service of artificial|questions-to-the-assistant/,
    )
    const asking = await openPortal({
      app: { pages: builtPages },
      config: {
        ASSISTANT_PROVIDERS: 'google|small, openai-compatible=http://127.0.0.1:9/v1|x',
        ASSISTANT_KEY_1: 'k',
      },
    })
    try {
      const { main } = await pageAt('/privacy', asking)
      assert.match(main, /<h2 id="questions-to-the-assistant">/)
      for (const words of [
        'generativelanguage.googleapis.com, a program in our own network',
        ASSISTANT_WORDS.agree,
        'We do not keep your questions',
        'outside Kenya',
      ])
        assert.ok(main.includes(words), words)
    } finally {
      await asking.close()
    }
  })
})

describe('complaints', () => {
  test('the page names the commission, the Ombudsman, the EACC and the Data Commissioner, and gives a reference only where one exists', async () => {
    const { main } = await pageAt('/complaints', confirmed)
    for (const words of [
      'mailto:jobs_desk@example.org',
      'Commission on Administrative Justice',
      'www.ombudsman.go.ke',
      'Ethics and Anti-Corruption Commission',
      'report@integrity.go.ke',
      'Office of the Data Protection Commissioner',
      'www.odpc.go.ke',
      '<span lang="sw">Kulalamika ni bure',
    ])
      assert.ok(main.includes(words), words)
    // The operator has set no time for answers, so the page promises none.
    assert.match(main, /sets no time for answers/)
    assert.doesNotMatch(main, /within \d+ (?:working )?(?:days|weeks)/)
  })
  test('every public page, the contact page and the help lead to it', async () => {
    for (const path of ['/about', '/contact', '/resources/contacts', '/resources/status']) {
      const { whole, main } = await pageAt(path)
      assert.match(whole, /<footer[\s\S]*href="\/complaints"/, path)
      if (path !== '/about') assert.match(main, /href="\/complaints/, path)
    }
  })
})

describe('what the pages say is what the portal does', () => {
  // Each case: a page, what the page must say, and a wrong sentence of an earlier version.
  for (const [path, says, never] of [
    [
      '/resources/status',
      /phone number in your application/,
      /phone number in your profile|nambari iliyo kwenye wasifu/,
    ],
    [
      '/resources/status',
      /If your application says Rejected/,
      /<p>You were not chosen|<span lang="sw">Hukuchaguliwa/,
    ],
    [
      '/resources/openings',
      /If a job says Expired/,
      /<p>The minute in the notice|<span lang="sw">Muda wa tangazo umepita/,
    ],
    [
      '/resources/applying',
      /If the job closes before you press submit/,
      /<p>Then it can no longer|<span lang="sw">Basi haiwezi/,
    ],
    [
      '/resources/registration',
      /An officer who must know it earlier has to write down why/,
      /halionyeshwi kwa wanaochagua|the law gives/,
    ],
    ['/resources/account', /“?Choose a new password/, /press &quot;this was not me&quot; in it/],
    ['/resources/documents', /only after an offer/, /unless the notice says so/],
    ['/resources/openings', /press the button/, /One press/],
    [
      '/register',
      /must know it earlier has to write down why/,
      /never shown to those who choose|the law gives/,
    ],
    ['/jobs?search=zzzzzz', /No|no/, /every week in a recruitment drive/],
  ] as const)
    test(`${path}: ${says.source}`, async () => {
      const { whole } = await pageAt(path)
      assert.match(whole, says)
      assert.doesNotMatch(whole, never)
    })
})

describe('the page of calls', () => {
  test('every call of the contract is listed once, under a topic, and is in the document', async () => {
    const { main } = await pageAt('/api-docs')
    const { tags, paths } = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as {
      tags: { name: string }[]
      paths: Record<string, Record<string, { tags: string[] }>>
    }
    assert.deepEqual(
      tags.map(({ name }) => name),
      topics,
    )
    for (const [key, { path, method }] of Object.entries(endpoints)) {
      assert.ok(topicOf(path), `${key} has no topic`)
      assert.deepEqual(paths[path]?.[method.toLowerCase()]?.tags, [topicOf(path)])
      // React writes `<!-- -->` between two neighbouring texts.
      assert.equal(main.replaceAll('<!-- -->', '').split(`>${key}</h3>`).length, 2, key)
    }
  })

  test('every topic has a heading in Kiswahili, too', async () => {
    const headingsOf = async (path: string) =>
      [...(await pageAt(path)).main.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)
    const [english, kiswahili] = [await headingsOf('/api-docs'), await headingsOf('/sw/api-docs')]
    assert.ok(english.length > topics.length)
    assert.deepEqual(
      kiswahili.filter((heading) => english.includes(heading)),
      [],
    )
  })

  test('it does not mention the numbers of our own rules', async () => {
    // The page must not have numbers of the portal's rules, such as (J13).
    assert.doesNotMatch((await pageAt('/api-docs')).main, /\([ACJLNSTW]\d{1,2}\)/)
  })
})

test('J13 a link of an email opens a page that does nothing by itself and is not for search engines', async () => {
  for (const path of ['/newsletter/confirm/1.x', '/newsletter/stop/1.x']) {
    const { status, whole, main } = await pageAt(path)
    assert.equal(status, 200)
    assert.match(whole, /<meta name="robots" content="noindex"/)
    assert.match(main, /<button[^>]*type="button"/)
  }
})

describe('icons', () => {
  const ICONS = {
    '/favicon.svg': 'image/svg+xml',
    '/favicon.ico': 'image/x-icon',
    '/apple-touch-icon.png': 'image/png',
    '/portal.webmanifest': 'application/manifest+json; charset=utf-8',
    '/og.png': 'image/png',
  }
  for (const [path, type] of Object.entries(ICONS)) {
    test(`${path} is there, linked, and small`, async () => {
      const answer = await fetch(portal.url + path)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), type)
      assert.ok((await answer.arrayBuffer()).byteLength < 30_000)
      assert.match((await pageAt('/')).whole, new RegExp(`(?:href|content)="[^"]*${path}"`))
    })
  }

  test('the manifest names icons of the sizes that they have', async () => {
    const { icons } = (await (await fetch(`${portal.url}/portal.webmanifest`)).json()) as {
      icons: { src: string; sizes: string }[]
    }
    assert.ok(icons.length >= 3)
    for (const { src, sizes } of icons) {
      const bytes = Buffer.from(await (await fetch(portal.url + src)).arrayBuffer())
      // A PNG has its width at byte 16 and its height at byte 20.
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes)
    }
  })
})
