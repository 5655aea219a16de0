import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CHANGE_WORDS } from './job-words.ts'

type Props = {
  isDraft: boolean
  /** True if something is typed and not saved. */
  dirty: boolean
  busy: boolean
  /** A sentence about the last save; '' if nothing was saved yet. */
  message: string
  onPropose: () => void
  /** Leaves the form. It is undefined for a draft, whose page always shows the form. */
  onLeave: (() => void) | undefined
}

const stateWords = ({ isDraft, dirty, message }: Props) => {
  if (!dirty) return message || t`Nothing changed`
  return isDraft ? t`Not saved yet; kept in this tab` : t`Changed; kept in this tab until you propose it`
}

/** Says what is saved, and has the buttons that save or propose. */
export const SaveJobBar = (props: Props) => {
  const { isDraft, dirty, busy, onPropose, onLeave } = props
  return (
    <div className="st-save">
      <p className="small quiet" role="status">
        {stateWords(props)}
      </p>
      <div className="row">
        {isDraft && (
          <button className="btn btn-2" type="submit" aria-disabled={busy || !dirty}>
            {busy ? t`Saving...` : t`Save draft`}
          </button>
        )}
        <button
          className="btn"
          type={isDraft ? 'button' : 'submit'}
          onClick={isDraft ? onPropose : undefined}
        >
          {CHANGE_WORDS[isDraft ? 'publish' : 'edit'].button}
        </button>
        {onLeave && (
          <button className="btn btn-2" type="button" onClick={onLeave}>
            <Trans>Back</Trans>
          </button>
        )}
      </div>
    </div>
  )
}
