import type { Page } from '@playwright/test'
import { axe, expect, tooWide } from './browser.ts'

/**
 * Makes each visible text of the page 40 % longer. Some words grow, to test long words, and words are added,
 * to test long lines. Officers' English texts, typed text and numbers stay. Returns the new length of the
 * changed texts as a multiple of their old length, about 1.4.
 */
function lengthen(): number {
  const GROWTH = 0.4
  const grown = (word: string) => {
    const half = Math.ceil(word.length / 2)
    return word.slice(0, half) + word.slice(half - Math.ceil(word.length * GROWTH), half) + word.slice(half)
  }
  /** Do not lengthen names, addresses, times and dates. */
  const FIXED = /\S*[@/]\S*|\S+\.\S+|\p{Lu}{2,}|saa \d+:.*?\)|\d+ \p{Lu}\p{L}+|(?:J|Alh|Iju)\p{L}* \d+/gu
  const longer = (text: string) => {
    const fixed = text.match(FIXED) ?? []
    const words = text.replace(FIXED, '').match(/\p{L}{4,}/gu) ?? []
    if (words.length === 0) return text
    const ours = text.replace(FIXED, '\u0000')
    const wanted = ours.trim().length * (1 + GROWTH)
    let place = 0
    // A text of one or two words belongs to a button or a label.
    const grownText = ours.replace(/\p{L}{4,}/gu, (word) =>
      place++ % 2 === 0 || words.length < 3 ? grown(word) : word,
    )
    const added: string[] = []
    for (let length = grownText.trim().length; length < wanted - 2 && words.length > 2; ) {
      const word: string = words[added.length % words.length]?.toLowerCase() ?? ''
      added.push(word)
      length += word.length + 1
    }
    return grownText
      .replace(/(?<=\p{L})(?=\P{L}*$)/u, added.map((word) => ` ${word}`).join(''))
      .replace(/\0/g, () => fixed.shift() ?? '')
  }
  let [before, after] = [0, 0]
  const counted = (text: string) => {
    const long = longer(text)
    if (long !== text) [before, after] = [before + text.trim().length, after + long.trim().length]
    return long
  }
  const isOurs = (element: Element | null) =>
    element !== null && !element.closest('[lang="en"],.brand,script,style,noscript,textarea,code,svg')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (isOurs(text.parentElement)) text.nodeValue = counted(text.nodeValue ?? '')
  for (const name of ['placeholder', 'data-label'])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (isOurs(element)) element.setAttribute(name, counted(element.getAttribute(name) ?? ''))
  return after / before
}

/** Layout errors: texts that are cut off or outside their box, and links that cannot be reached. */
function layoutProblems(): string[] {
  const LEAST_PX = 24
  const problems: string[] = []
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${element.textContent.trim().slice(0, 50)}”`
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // Ignore what no one sees: the link to the main content, and the hidden field that traps bots.
    element.getBoundingClientRect().right > 0 &&
    element.getBoundingClientRect().bottom + scrollY > 0 &&
    !ancestors(element).some((each) => each.clientWidth === 1 && each.clientHeight === 1)
  const holders = new Map<Element, Element[]>()
  function ancestors(element: Element): Element[] {
    const found = holders.get(element) ?? [
      element,
      ...(element.parentElement ? ancestors(element.parentElement) : []),
    ]
    holders.set(element, found)
    return found
  }
  const clips = (value: string) => value === 'hidden' || value === 'clip'
  const scrolls = (element: Element) => /auto|scroll/.test(styleOf(element).overflowX)
  const isPainted = (element: Element) => {
    const { borderRightStyle, backgroundColor, display } = styleOf(element)
    return (
      element !== document.body &&
      element.parentElement &&
      display !== 'inline' &&
      (borderRightStyle !== 'none' || !backgroundColor.endsWith(', 0)'))
    )
  }
  /** A job's title in one line may be cut off, because the top of the form shows all of it. */
  const isShortened = (element: Element) =>
    element.closest('[lang="en"]') !== null &&
    ancestors(element).some((each) => styleOf(each).textOverflow === 'ellipsis')
  // An open dialog or menu covers the page, so inspect only the dialog or menu.
  const scope = document.querySelector('dialog[open],details.menu[open]') ?? document.body

  type Line = { text: Node; box: DOMRect; element: Element }
  const lines: Line[] = []
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!element || !text.nodeValue?.trim() || element.closest('option,svg,noscript') || !isShown(element))
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) if (box.width > 1) lines.push({ text, box, element })
  }
  for (const { box, element } of lines) {
    const above = ancestors(element)
    if (isShortened(element)) continue
    const scroller = above.findIndex(scrolls)
    const inside = scroller < 0 ? above : above.slice(0, scroller)
    for (const holder of inside) {
      const { left, right, top, bottom } = holder.getBoundingClientRect()
      const { overflowX, overflowY } = styleOf(holder)
      const isOut = box.right > right + 1 || box.left < left - 1
      const isBelow = box.top + box.height / 2 > bottom || box.bottom - box.height / 2 < top
      if ((clips(overflowX) && isOut) || (clips(overflowY) && isBelow))
        problems.push(`cut off: ${named(element)}`)
      else if (isOut && isPainted(holder)) problems.push(`out of ${named(holder)}: ${named(element)}`)
    }
    if (scroller < 0 && (box.right > innerWidth + 1 || box.left < -1))
      problems.push(`off the page: ${named(element)}`)
  }

  const isLaidOver = (element: Element) =>
    ancestors(element).some((each) => /fixed|sticky/.test(styleOf(each).position))
  lines.sort((left, right) => left.box.top - right.box.top)
  for (const [index, { box, element, text }] of lines.entries())
    for (let next = index + 1; next < lines.length && (lines[next]?.box.top ?? 0) < box.bottom; next++) {
      const other = lines[next]
      if (
        !other ||
        other.text === text ||
        isShortened(element) ||
        isShortened(other.element) ||
        isLaidOver(element) !== isLaidOver(other.element)
      )
        continue
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const height = Math.min(box.bottom, other.box.bottom) - other.box.top
      if (width > 3 && height > Math.min(box.height, other.box.height) / 2)
        problems.push(`text over text: ${named(element)} and ${named(other.element)}`)
    }

  const targets = [
    ...scope.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,summary'),
  ].filter(
    (target) =>
      // Ignore a radio button or checkbox that its label draws: people press the label.
      isShown(target) &&
      !target.matches('.sr-only') &&
      !target.closest('[inert]') &&
      !target.matches('[type=hidden]'),
  )
  const isInSentence = (target: Element) => {
    const holder = ancestors(target).find((each) => styleOf(each).display !== 'inline')
    return holder !== target && (holder?.textContent.trim().length ?? 0) > target.textContent.trim().length
  }
  for (const target of targets) {
    const label = (target as HTMLInputElement).labels?.[0]
    const boxes = [target, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect())
    const isLarge = boxes.some(({ width, height }) => width >= LEAST_PX - 0.5 && height >= LEAST_PX - 0.5)
    if (!isLarge && !isInSentence(target)) problems.push(`smaller than ${LEAST_PX} px: ${named(target)}`)
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of scope.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,select')) {
    const text = 'placeholder' in field ? !field.value && field.placeholder : field.selectedOptions[0]?.text
    if (!pen || !text || !isShown(field)) continue
    const { font, paddingLeft, paddingRight } = styleOf(field)
    pen.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (pen.measureText(text).width > room + 1) problems.push(`cut off in its field: “${text}”`)
  }
  const rects = targets.map((target) => [...target.getClientRects()])
  for (const [index, target] of targets.entries())
    for (let next = index + 1; next < targets.length; next++) {
      const other = targets[next]
      if (!other || target.contains(other) || isLaidOver(target) !== isLaidOver(other)) continue
      const doOverlap = rects[index]?.some((own) =>
        rects[next]?.some(
          (their) =>
            // A button inside a field leaves half of the field to the typed text.
            !(target.matches('input') && their.left >= own.left + own.width / 2) &&
            Math.min(own.right, their.right) - Math.max(own.left, their.left) > 1 &&
            Math.min(own.bottom, their.bottom) - Math.max(own.top, their.top) > 1,
        ),
      )
      if (doOverlap) problems.push(`overlap: ${named(target)} and ${named(other)}`)
    }
  const before = scrollY
  for (const target of targets.filter((each) => !each.matches(':disabled'))) {
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [box] = target.getClientRects()
    if (!box) continue
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const label = (target as HTMLInputElement).labels?.[0]
    if (!hit || !(target.contains(hit) || hit.contains(target) || label?.contains(hit)))
      problems.push(`out of reach: ${named(target)}, under ${hit ? named(hit) : 'nothing'}`)
  }
  scrollTo({ top: before, behavior: 'instant' })
  return [...new Set(problems)]
}

/** Checks a page twice: with its own texts by the tool axe, and with 40 % longer texts by its layout. */
export async function keepsItsLayout(page: Page, state: string) {
  const violations = await axe(page)
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      `axe: ${state}`,
    )
    .toEqual([])
  const growth = await page.evaluate(lengthen)
  expect.soft(Math.abs(growth - 1.4), `growth: ${state}, ${growth}`).toBeLessThan(0.1)
  expect.soft(await page.evaluate(tooWide), `sideways scroll: ${state}`).toEqual([])
  expect.soft(await page.evaluate(layoutProblems), `layout: ${state}`).toEqual([])
}
