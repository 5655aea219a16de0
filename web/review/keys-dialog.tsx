import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Dialog } from '../ui/dialog.tsx'

const KEYS = [
  [t`J, K or arrows`, t`Next and previous application; after the last one, the next page`],
  [t`Home, End`, t`First and last row of the page`],
  ['Enter', t`Open the application`],
  ['Esc', t`Close it; then: select none`],
  ['X', t`Select or not`],
  ['S', t`Shortlist: onto your list`],
  ['R', t`Reject, with the reason`],
  ['L', t`Other stage`],
  ['N', t`Next unread one`],
  ['/', t`Search`],
  ['?', t`These keys`],
] as const
/** These keys put applications on decision lists. */
const MOVE_KEYS: readonly string[] = ['S', 'R', 'L']

type Props = { areOn: boolean; mayPropose: boolean; onSwitch: (areOn: boolean) => void; onClose: () => void }

/** The dialog that says what each key does, with the switch for single-character keys (WCAG 2.1.4). */
export const KeysDialog = ({ areOn, mayPropose, onSwitch, onClose }: Props) => (
  <Dialog
    title={t`Keys`}
    onClose={onClose}
    buttons={
      <button className="btn" type="button" onClick={onClose}>
        <Trans>Close</Trans>
      </button>
    }
  >
    <dl className="review-key-list">
      {KEYS.filter(([key]) => mayPropose || !MOVE_KEYS.includes(key)).map(([key, words]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
    <label className="review-switch">
      <input type="checkbox" checked={areOn} onChange={(event) => onSwitch(event.target.checked)} />{' '}
      <Trans>These keys do nothing while you type. Switch them off if you use voice control.</Trans>
    </label>
  </Dialog>
)
