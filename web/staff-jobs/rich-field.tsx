import { lazy, Suspense, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { fieldAria, FieldError } from '../form/field.tsx'
import { loadChunk } from '../load-chunk.ts'

const RichEditor = lazy(() =>
  loadChunk(() => import('./rich-editor.tsx')).catch(() => ({ default: EditorNotLoaded })),
)

type Props = {
  id: string
  label: string
  hint: string
  error: string | undefined
  /** The language of the rich text, if it is not English. */
  lang: 'sw' | undefined
  value: string
  onValue: (html: string) => void
}
type EditorProps = {
  id: string
  label: string
  describedBy: string | undefined
  invalid: boolean
  lang: 'sw' | undefined
  value: string
  onValue: (html: string) => void
}

/** A plain field that shows the text with its tags. */
const AsHtml = ({ id, label, describedBy, invalid, lang, value, onValue }: EditorProps) => (
  <textarea
    className="input st-html"
    id={id}
    lang={lang}
    aria-label={label}
    aria-describedby={describedBy}
    aria-invalid={invalid || undefined}
    spellCheck={false}
    value={value}
    onChange={(event) => onValue(event.target.value)}
  />
)

/** Takes the place of the editor, so that the officer can still work on the text. */
function EditorNotLoaded(props: EditorProps) {
  return (
    <>
      <p className="small quiet">
        <Trans>The editor could not be loaded. Here is the text with its tags.</Trans>
      </p>
      <AsHtml {...props} />
    </>
  )
}

// Tags that the editor does not know and would remove: tables, and raised or lowered characters.
const UNEDITABLE_TAGS = /<(?:table|su[bp])\b/i

/** The field for rich text. If the editor cannot edit a text, the field shows it with its tags. */
export function RichField({ id, label, hint, error, lang, value, onValue }: Props) {
  const isUneditable = UNEDITABLE_TAGS.test(value)
  const [withTags, setWithTags] = useState(false)
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid = false } = fieldAria(id, { hint, error })
  const editorProps = { id, label, describedBy, invalid, lang, value, onValue }
  return (
    <div className={error ? 'field bad' : 'field'}>
      <div className="row between">
        {/* The label is a heading, so that the headings in the text are below it. */}
        <h2 className="label">{label}</h2>
        {isUneditable ? (
          <span className="tiny quiet">
            <Trans>This text has a table or raised characters, so its tags are shown</Trans>
          </span>
        ) : (
          <button className="link tiny" type="button" onClick={() => setWithTags(!withTags)}>
            {withTags ? t`Back to the editor` : t`Write with tags`}
            <span className="sr-only">: {label}</span>
          </button>
        )}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={id} sentence={error} />
      {withTags || isUneditable ? (
        <AsHtml {...editorProps} />
      ) : (
        <Suspense fallback={<p className="ghost" />}>
          <RichEditor {...editorProps} />
        </Suspense>
      )}
    </div>
  )
}
