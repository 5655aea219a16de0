import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DOMParser as HtmlParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, getSchema, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId, useRef, useState } from 'react'
import { inertDocument } from './inert-document.ts'

/**
 * The tags that the text of a job may have, the same as in the server's allow-list. The editor adds no style
 * element and no markup of its own.
 */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    strike: false,
    dropcursor: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      protocols: ['mailto', 'tel'],
      // The editor writes no attribute that is null here.
      HTMLAttributes: { target: null, rel: 'noopener nofollow', class: null },
    },
  }),
]

// The editor needs `findLast`. Older browsers, such as Firefox before version 104, get the function here.
if (!('findLast' in Array.prototype)) {
  const findLast = function <T>(this: T[], wanted: (entry: T) => boolean) {
    return this.filter(wanted).at(-1)
  }
  Object.defineProperty(Array.prototype, 'findLast', { value: findLast, configurable: true, writable: true })
}

const htmlParser = HtmlParser.fromSchema(getSchema(EXTENSIONS))

// Removes the paragraph that the editor puts into each list item: `<li><p>Text</p></li>` becomes
// `<li>Text</li>`. An item with two paragraphs keeps both.
const withPlainItems = (html: string) =>
  html.replace(/<li><p>((?:(?!<\/p>).)*)<\/p>(?=<\/li>|<[uo]l>)/gs, '<li>$1')

/** A button of the toolbar. A tool without `isActive`, such as undo, is never shown as pressed. */
type Tool = [
  name: string,
  symbol: string,
  run: (editor: Editor) => void,
  isActive?: (editor: Editor) => boolean,
]
/** Runs commands of the editor, after moving the focus back into its text. */
const focusedChain = (editor: Editor) => editor.chain().focus()
const TOOLS: Tool[] = [
  [t`Bold`, 'B', (editor) => focusedChain(editor).toggleBold().run(), (editor) => editor.isActive('bold')],
  [
    t`Italic`,
    'I',
    (editor) => focusedChain(editor).toggleItalic().run(),
    (editor) => editor.isActive('italic'),
  ],
  [
    t`Heading`,
    'H',
    (editor) => focusedChain(editor).toggleHeading({ level: 3 }).run(),
    (editor) => editor.isActive('heading', { level: 3 }),
  ],
  [
    t`Smaller heading`,
    'h',
    (editor) => focusedChain(editor).toggleHeading({ level: 4 }).run(),
    (editor) => editor.isActive('heading', { level: 4 }),
  ],
  [
    t`List`,
    '•',
    (editor) => focusedChain(editor).toggleBulletList().run(),
    (editor) => editor.isActive('bulletList'),
  ],
  [
    t`Numbered list, 1.`,
    '1.',
    (editor) => focusedChain(editor).toggleOrderedList().run(),
    (editor) => editor.isActive('orderedList'),
  ],
  [t`Undo`, '↶', (editor) => focusedChain(editor).undo().run()],
  [t`Redo`, '↷', (editor) => focusedChain(editor).redo().run()],
]

/**
 * The button that opens a field for the address of a link in the text. `address` is undefined while the field
 * is closed.
 */
function LinkTool({ editor, isActive }: { editor: Editor; isActive: boolean }) {
  const id = useId()
  const [address, setAddress] = useState<string>()
  const applyLink = () => {
    const href = (address ?? '').trim()
    if (href) focusedChain(editor).extendMarkRange('link').setLink({ href }).run()
    else focusedChain(editor).extendMarkRange('link').unsetLink().run()
    setAddress(undefined)
  }
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isActive}
        onClick={() => setAddress(String(editor.getAttributes('link').href ?? 'https://'))}
      >
        <Trans>Link</Trans>
      </button>
      {address !== undefined && (
        <span className="st-link">
          <label className="sr-only" htmlFor={id}>
            <Trans>Address of the link (leave it empty to remove the link)</Trans>
          </label>
          <input
            className="input"
            id={id}
            type="url"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because someone asked for it
            autoFocus
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setAddress(undefined)
              if (event.key !== 'Enter') return
              event.preventDefault()
              applyLink()
            }}
          />
          <button type="button" onClick={applyLink}>{t`Set`}</button>
        </span>
      )}
    </>
  )
}

/** How many tools an arrow key moves the focus, to the right (1) or to the left (-1). */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

// The toolbar is one tab stop. The arrow keys move the focus inside, as in the toolbar pattern of ARIA.
function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const bar = useRef<HTMLDivElement>(null)
  /** Whether each tool is active, in the order of `TOOLS`. The last value is for the link. */
  const activeStates = useEditorState({
    editor,
    selector: ({ editor: current }) => [
      ...TOOLS.map(([, , , isActive]) => isActive?.(current) ?? false),
      current.isActive('link'),
    ],
  })
  const moveFocus = (event: React.KeyboardEvent) => {
    const step = STEPS[event.key] ?? 0
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
    const position = buttons.findIndex((button) => button === document.activeElement)
    if (!step || position < 0) return
    event.preventDefault()
    const next = buttons[(position + step + buttons.length) % buttons.length]
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus
    <div
      className="st-bar-rich"
      role="toolbar"
      aria-label={t`Formatting of ${label}`}
      ref={bar}
      onKeyDown={moveFocus}
    >
      {TOOLS.map(([name, symbol, run, isActive], index) => (
        <button
          key={name}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          aria-label={name}
          title={name}
          aria-pressed={isActive ? activeStates[index] : undefined}
          onClick={() => run(editor)}
        >
          <span aria-hidden="true">{symbol}</span>
        </button>
      ))}
      <LinkTool editor={editor} isActive={activeStates.at(-1) ?? false} />
    </div>
  )
}

type Props = {
  id: string
  label: string
  describedBy: string | undefined
  invalid: boolean
  lang: 'sw' | undefined
  value: string
  onValue: (html: string) => void
}

/**
 * The editor for rich text. No string becomes markup of the page: existing and pasted text is parsed as a
 * separate document. `value` is read once, so another text needs another `key`.
 */
export default function RichEditor({ id, label, describedBy, invalid, lang, value, onValue }: Props) {
  const [content] = useState(() => htmlParser.parse(inertDocument(value).body).toJSON())
  const editor = useEditor({
    extensions: EXTENSIONS,
    injectCSS: false,
    immediatelyRender: true,
    content,
    onUpdate: ({ editor: current }) => onValue(current.isEmpty ? '' : withPlainItems(current.getHTML())),
    editorProps: {
      attributes: {
        id,
        class: 'input prose st-rich',
        'aria-label': label,
        'aria-multiline': 'true',
        ...(lang ? { lang } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
      },
      handleDOMEvents: {
        paste: (view, event) => {
          const html = event.clipboardData?.getData('text/html')
          if (!html) return false
          event.preventDefault()
          const slice = HtmlParser.fromSchema(view.state.schema).parseSlice(inertDocument(html).body)
          view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
          return true
        },
        // Content from outside the editor can be pasted, but not dropped. Text inside the editor can be
        // dragged.
        drop: (view, event) => {
          if (view.dragging) return false
          event.preventDefault()
          return true
        },
      },
    },
  })
  return (
    <>
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </>
  )
}
