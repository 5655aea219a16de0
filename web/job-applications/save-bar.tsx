import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { savedLine } from './save-line.ts'
import type { Wizard } from './use-wizard.ts'

/** One quiet line that says where and when the draft was last saved, or why it is not saved (W4). */
function SaveLine({ wizard }: { wizard: Wizard }) {
  const { words, isSafe } = savedLine(wizard)
  return (
    <p className={isSafe ? 'saved' : 'saved unsafe'} role="status" aria-live="off">
      <Icon name={isSafe ? 'tick' : 'warn'} size="icon-small" />
      <span className="num">{words}</span>
    </p>
  )
}

/** The bar under the form: the save line, the last message, the last step's clock, and the buttons. */
export const Bar = ({
  wizard,
  message,
  clock,
  hasTwoButtons = false,
  children,
}: {
  wizard: Wizard
  message?: ReactNode
  clock?: ReactNode
  hasTwoButtons?: boolean
  /** The buttons. */
  children: ReactNode
}) => (
  <div className="bar">
    <div className="wrap">
      <div className="bar-words">
        <div role="status">{message}</div>
        {clock}
        <SaveLine wizard={wizard} />
      </div>
      <div className={hasTwoButtons ? 'btns two' : 'btns'}>{children}</div>
    </div>
  </div>
)
