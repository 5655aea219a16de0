import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Panel } from './panel.tsx'

type Props = {
  words: string
  /** The chosen value in words; empty when there is none. */
  value?: string
  onClear?: () => void
  children: (close: () => void) => ReactNode
}

/** A small control that shows its value, opens below itself, and can be cleared. */
export function Chip({ words, value = '', onClear, children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const refocus = () => document.getElementById(id)?.focus()
  const close = (back: boolean) => {
    setOpen(false)
    if (back) refocus()
  }
  return (
    <div className={value ? 'rv-chip is-filled' : 'rv-chip'}>
      <button type="button" aria-expanded={open} id={id} onClick={() => setOpen(!open)}>
        <span>
          {words}
          {value && `: ${value}`}
        </span>
        {!value && <Icon name="down" size="i-s" />}
      </button>
      {value && onClear && (
        <button
          type="button"
          aria-label={`Without ${words}: ${value}`}
          onClick={() => {
            onClear()
            close(true)
          }}
        >
          <Icon name="x" size="i-s" />
        </button>
      )}
      {open && (
        <Panel name={words} onClose={close}>
          {children(() => close(true))}
        </Panel>
      )}
    </div>
  )
}
