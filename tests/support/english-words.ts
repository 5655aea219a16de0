/** Words that nearly every English sentence has, and that no Kiswahili sentence has. */
const STOP_WORDS =
  /\b(?:the|and|of|to|is|are|was|were|you|your|we|our|for|with|not|this|that|have|has|please|from|by|when|until|after|before|job|jobs|apply|open|closed|days?|email|password|account|application|step|next|back|save|send|loading|try again)\b/i

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/**
 * The texts of a page that contain English words: between tags, and in attributes that people hear or see.
 * Scripts, styles, and elements marked as English with their descendants are left out.
 */
export function englishIn(html: string): string[] {
  const found: string[] = []
  /** The languages of the open elements, with the innermost last. */
  const languages: string[] = []
  const body = html.replace(/<!--[\s\S]*?-->|<(script|style|svg|code)\b[\s\S]*?<\/\1>/g, '')
  // Matches each HTML tag, and the text after it.
  for (const [, isEnd, name = '', attributes = '', text = ''] of body.matchAll(
    /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^>"])*)>([^<]*)/g,
  )) {
    if (isEnd) languages.pop()
    else {
      const own = /\blang="(\w+)/.exec(attributes)?.[1]
      const language = own ?? languages.at(-1) ?? ''
      if (language !== 'en')
        for (const [, value = ''] of attributes.matchAll(
          /\b(?:title|alt|placeholder|aria-label|aria-description|content|data-label)="([^"]*)"/g,
        ))
          add(value, name)
      if (!VOID.test(name) && !attributes.endsWith('/')) languages.push(language)
    }
    if (languages.at(-1) !== 'en') add(text, name)
  }
  return [...new Set(found)]

  function add(text: string, element: string) {
    // Ignore the portal's own name, which is the same in both languages.
    const plain = text.replace(/https?:\S+|[\w.]+@[\w.]+|\S*\/\S*|\b[A-Z]+ Jobs\b/g, '').trim()
    if (STOP_WORDS.test(plain)) found.push(`<${element}> ${text.trim()}`)
  }
}
