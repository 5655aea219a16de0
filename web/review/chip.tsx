import { type ReactNode, useId, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Icon } from '../ui/icon.tsx'
import { Panel } from './panel.tsx'

type Props = {
  label: string
  /** The chosen value of the chip in words; empty if there is none. */
  value?: string
  /** Called when a press opens the panel. */
  onOpen?: (() => void) | undefined
  onClear?: () => void
  children: (close: () => void) => ReactNode
}

/** A chip: a small control that shows its value, opens a panel below itself, and can be cleared. */
export function Chip({ label, value = '', onOpen, onClear, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const buttonId = useId()
  const refocus = () => document.getElementById(buttonId)?.focus()
  const close = (returnFocus: boolean) => {
    setOpen(false)
    if (returnFocus) refocus()
  }
  const toggle = () => {
    if (!isOpen) onOpen?.()
    setOpen(!isOpen)
  }
  return (
    <div className={value ? 'review-chip is-filled' : 'review-chip'}>
      <button type="button" aria-expanded={isOpen} id={buttonId} onClick={toggle}>
        <span>
          {label}
          {value && `: ${value}`}
        </span>
        {!value && <Icon name="down" size="icon-small" />}
      </button>
      {value && onClear && (
        <button
          type="button"
          aria-label={t`Without ${label}: ${value}`}
          onClick={() => {
            onClear()
            close(true)
          }}
        >
          <Icon name="x" size="icon-small" />
        </button>
      )}
      {isOpen && (
        <Panel name={label} onClose={close}>
          {children(() => close(true))}
        </Panel>
      )}
    </div>
  )
}
