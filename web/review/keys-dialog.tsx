import { Dialog } from '../ui/dialog.tsx'

const KEYS = [
  ['J, K or arrows', 'Next and previous application; after the last one, the next page'],
  ['Home, End', 'First and last row of the page'],
  ['Enter', 'Open the application'],
  ['Esc', 'Close it; then: select none'],
  ['X', 'Select or not'],
  ['S', 'Shortlist: onto your list'],
  ['R', 'Reject, with the reason'],
  ['L', 'Other stage'],
  ['N', 'Next unread one'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const

type Props = { areOn: boolean; mayPropose: boolean; onSwitch: (areOn: boolean) => void; onClose: () => void }

/** What each key does, and the switch for single-character keys (WCAG 2.1.4). */
export const KeysDialog = ({ areOn, mayPropose, onSwitch, onClose }: Props) => (
  <Dialog
    title="Keys"
    onClose={onClose}
    buttons={
      <button className="btn" type="button" onClick={onClose}>
        Close
      </button>
    }
  >
    <dl className="rv-keylist">
      {KEYS.filter(([key]) => mayPropose || !['S', 'R', 'L'].includes(key)).map(([key, words]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
    <label className="rv-switch">
      <input type="checkbox" checked={areOn} onChange={(event) => onSwitch(event.target.checked)} /> These
      keys do nothing while you type. Switch them off if you use voice control.
    </label>
  </Dialog>
)
