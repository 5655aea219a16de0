import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const root = join(import.meta.dirname, '..')
/** The paths of all files that match a pattern, with their texts. */
const read = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))

/** The number of a rule, such as `W10`, or of a section in one of two areas, such as `S1 §5`. */
const CITED = /\b(?:[WLJANTRDC]\d{1,2}|S[12] §\d)\b/g
/** A rule without a number, by page and anchor: `(last-hour#ticket-window)`. */
const CITED_BY_ANCHOR = /\b(public-area|signed-in-area|decisions|security|last-hour|selection)#([\w-]+)/g
/** The HTML id of a rule or section in docs/spec: `w10` for `W10`, `s1-5` for `S1 §5`. */
const anchorOf = (cited: string) => cited.toLowerCase().replace(' §', '-')

/** Everything that may cite a rule: the text files of the tree. The lock file has hashes instead of words. */
const TREE = [
  '{.ci,bench,bin,content,contract,deploy,docs,public,server,tests,texts,web}/**/*.{cfg,conf,css,md,mjs,po,pot,py,service,sql,svg,timer,ts,tsx,txt,yaml,yml}',
  '{.ci,deploy}/**/{cluster,run,Containerfile,start-member,create-portal-database}',
  '*.{json,md,ts}',
].flatMap((pattern) => read(pattern).filter(({ path }) => path !== 'package-lock.json'))

const pages = read('docs/spec/*.md')
/** For each anchor of the specification, the path of its page. */
const anchors = new Map(
  pages.flatMap(({ path, text }) => [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => [id, path])),
)
/** The text of each rule and section: from its anchor to the next one. */
const textOf = new Map(
  pages.flatMap(({ text }) =>
    text
      .split('<a id="')
      .slice(1)
      .map((rule) => [rule.slice(0, rule.indexOf('"')), rule] as const),
  ),
)
/** The ids that Markdown gives to the headings of a page. */
const headingIds = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/<[^>]*>/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )

/** The mark of a rule that is not built at all. A mark that names the missing part exempts no rule. */
const NOT_BUILT = '*Not built yet.*'

/** Whether an anchor is a number of a rule, which needs a test. Decisions (C, D) and sections need none. */
const isRule = (anchor: string) => /^[wljantr]\d+$/.test(anchor)

/** The pages whose rules without a number each need a test that names the anchor. */
const PAGES_OF_ANCHORS = ['decisions', 'last-hour', 'selection'].map((page) => `docs/spec/${page}.md`)
/** Whether an anchor is the only name of a rule. */
const isRuleWithoutNumber = (anchor: string) =>
  !/^[a-z]\d+$/.test(anchor) && PAGES_OF_ANCHORS.includes(anchors.get(anchor) ?? '')

/** Goals that no test can reach on a machine that runs other tests. `bench/` measures them. */
const MEASURED_BY_BENCH = [
  'goals-method',
  'goal-storm',
  'goal-first-answer',
  'goal-half-load',
  'goal-all-submitted',
  'goal-memory',
  'goal-after',
  'goal-calm',
]
/** These say how to read and change the other decisions. A reader keeps them, not the portal. */
const ABOUT_THE_PAGE = ['additive', 'each-has-a-test', 'last-hour-first']

/** These look like rule numbers, but A0 is a spreadsheet cell and T00 a part of a time. */
const NO_RULE = new Set(['A0', 'T00'])

describe('the specification', () => {
  test('each rule has one anchor', () => {
    const ids = pages.flatMap(({ text }) => [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id))
    assert.deepEqual(
      ids.filter((id, place) => ids.indexOf(id) !== place),
      [],
    )
    assert.ok(ids.filter((id) => isRule(id ?? '')).length > 130)
  })

  test('each link inside it leads to an anchor or a file', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, file = '', anchor]) => {
          if (/^https?:/.test(file)) return false
          const target = file === '' ? path : join('docs/spec', file)
          const linked = read(target)[0]
          return (
            !linked ||
            (anchor !== undefined && target.startsWith('docs/spec/') && anchors.get(anchor) !== target)
          )
        })
        .map(([link]) => `${path}: ${link}`),
    )
    assert.deepEqual(broken, [])
  })

  test('each link from elsewhere leads to an anchor or a heading', () => {
    const links = TREE.filter(({ path }) => !path.startsWith('docs/spec/')).flatMap(({ path, text }) =>
      [...text.matchAll(/\bspec\/([a-z-]+\.md)#([\w-]+)/g)].map(([, page, id]) => ({ path, page, id })),
    )
    assert.ok(links.length > 10)
    const broken = links.filter(({ page, id = '' }) => {
      const target = `docs/spec/${page}`
      const text = pages.find((entry) => entry.path === target)?.text ?? ''
      return anchors.get(id) !== target && !headingIds(text).includes(id)
    })
    assert.deepEqual(broken, [])
  })

  test('each rule that code, tests or pages name is in the specification', () => {
    for (const end of ['.css', '.po', '.py', '.sql', '.tsx', '.yaml', 'vite.config.ts'])
      assert.ok(
        TREE.some(({ path }) => path.endsWith(end)),
        end,
      )
    const unknown = TREE.flatMap(({ path, text }) =>
      [...new Set(text.match(CITED))]
        .filter((cited) => !NO_RULE.has(cited) && !anchors.has(anchorOf(cited)))
        .map((cited) => `${path}: ${cited}`),
    )
    assert.deepEqual(unknown, [])
  })

  test('each rule that is named by page and anchor is on that page', () => {
    const cited = TREE.flatMap(({ path, text }) =>
      [...text.matchAll(CITED_BY_ANCHOR)].map(([name, page, anchor = '']) => ({ path, name, page, anchor })),
    )
    assert.ok(cited.length > 150)
    assert.deepEqual(
      cited.filter(({ page, anchor }) => anchors.get(anchor) !== `docs/spec/${page}.md`),
      [],
    )
  })

  test('a comment says the rule first, then its number', () => {
    // SQL is left out: the text of the migrations is hashed, so it cannot change.
    const code = TREE.filter(({ path }) => /\.(?:css|mjs|tsx?)$/.test(path))
    const numberFirst = code.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\/\/|\*) [WLJANTRDC]\d+:.*/g)].map(([comment]) => `${path}: ${comment}`),
    )
    assert.deepEqual(numberFirst, [])
  })

  test('what is not built yet is marked in one way', () => {
    const otherwise = pages
      .filter(({ path }) => !path.endsWith('README.md'))
      .flatMap(({ path, text }) =>
        text
          .replace(/\*Not built yet(?:\.|: [^*\n]+\.)\*/g, '')
          .split('\n')
          .flatMap((line, index) => (/not (?:yet )?built|\*Left/i.test(line) ? `${path}:${index + 1}` : [])),
      )
    assert.deepEqual(otherwise, [])
  })

  test('each rule is named by a test, unless none of it is built yet', (t) => {
    const titles = read('tests/**/*.ts').flatMap(({ text }) =>
      [...text.matchAll(/\b(?:test|describe)\(\s*(['"`].*)/g)].map(([, title = '']) => title),
    )
    const named = new Set(
      titles.flatMap((title) => [
        ...(title.match(CITED) ?? []).map(anchorOf),
        ...[...title.matchAll(CITED_BY_ANCHOR)].map(([, , anchor = '']) => anchor),
      ]),
    )
    const untested = [...textOf].flatMap(([anchor, text]) =>
      (isRule(anchor) || isRuleWithoutNumber(anchor)) && !named.has(anchor) && !text.includes(NOT_BUILT)
        ? anchor
        : [],
    )
    assert.deepEqual(untested.toSorted(), [...ABOUT_THE_PAGE, ...MEASURED_BY_BENCH].toSorted())
    const decisions = [...anchors.keys()].filter((anchor) => /^[cd]\d+$/.test(anchor) && !named.has(anchor))
    t.diagnostic(`decisions and kept behaviour that no test names: ${decisions.join(' ').toUpperCase()}`)
  })
})
