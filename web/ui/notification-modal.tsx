import { t } from '@lingui/core/macro'
import { serverHtml } from '../html.ts'
import { translate } from '../language/translate.ts'
import { Dialog } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'

type ModalAction = { label: string; callback: () => void }
export type ModalNotification = {
  type: 'error' | 'warning' | 'success' | 'info'
  title: string
  /** The message as plain text. Each of its lines is a paragraph. */
  message?: string
  /** The message as rich text, which the server has sanitised (J12). It is marked with its language. */
  html?: string
  /** The buttons besides 'Got it', which closes the dialog. */
  actions?: ModalAction[]
  /** The label of the closing button, if it is not 'Got it'. */
  close?: string
}

const TYPE_ICONS: Record<ModalNotification['type'], IconName> = {
  error: 'warn',
  warning: 'bang',
  success: 'tick',
  info: 'bell',
}
const TYPE_CLASSES = {
  error: 'text-red',
  warning: 'text-amber',
  success: 'text-green',
  info: 'text-violet',
} as const

/**
 * A dialog that tells a person something (S2 §2). The caller's buttons come before 'Got it', which closes it.
 */
export function NotificationModal({
  notification,
  onClose,
}: {
  notification: ModalNotification
  onClose: () => void
}) {
  const { type, title, message, html, actions = [], close = t`Got it` } = notification
  return (
    <Dialog
      title={
        <>
          <span className={TYPE_CLASSES[type]}>
            <Icon name={TYPE_ICONS[type]} />
          </span>{' '}
          {translate(title)}
        </>
      }
      onClose={onClose}
      buttons={
        <>
          {actions.map(({ label, callback }) => (
            <button key={label} className="btn" type="button" onClick={callback}>
              {translate(label)}
            </button>
          ))}
          <button className={actions.length > 0 ? 'btn btn-2' : 'btn'} type="button" onClick={onClose}>
            {translate(close)}
          </button>
        </>
      }
    >
      {html ? (
        <div className="prose" dangerouslySetInnerHTML={serverHtml(html)} />
      ) : (
        message?.split('\n').map((line) => (
          <p className="mt2 any" key={line}>
            {translate(line)}
          </p>
        ))
      )}
    </Dialog>
  )
}
