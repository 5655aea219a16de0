import { useState } from 'react'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { formErrors } from '../staff-ui/form-errors.ts'
import type { Filter } from '../review/address.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { useSavedMessage } from './saved-message.ts'
import type { Preview } from './preview-emails.tsx'

export type ComposeProps = {
  jobId: number
  applicationIds: number[]
  filter: Filter
  draft: ReturnType<typeof useSavedMessage>
  onSent: (message: OfficersMessage) => void
  /** Called when the server had stored an earlier version of this message, so this one is not sent. */
  onEarlierFound: () => void
}

type Recipients = { applications: number[] } | { filter: Filter }

/**
 * Previews a message, and sends it to as many applicants as the preview counted. A preview is valid only for
 * the recipients and words of its `requestKey`.
 */
export function useCompose({ jobId, applicationIds, filter, draft, onSent, onEarlierFound }: ComposeProps) {
  const { typed } = draft
  const [previewed, setPreviewed] = useState<{ requestKey: string; preview: Preview }>()
  const treatAsNewMessage = () => {
    setPreviewed(undefined)
    draft.renewKey()
    onEarlierFound()
  }
  // Sends the form once at a time. The callback turns an error of a call into errors of the fields.
  const form = useSending((error) => {
    if (isCallFailed(error) && error.body.code === 'conflict') {
      // The applications that match have changed, so the count in the preview is out of date.
      setPreviewed(undefined)
      // `earlier`: the id of a message that has the same key, but other recipients.
      if (error.body.earlier !== undefined) treatAsNewMessage()
    }
    return formErrors(error, ['subject', 'body', 'applications'])
  })
  const recipients: Recipients = applicationIds.length > 0 ? { applications: applicationIds } : { filter }
  const words = { subject: typed.subject, body: typed.body }
  const requestKey = JSON.stringify([recipients, words])
  const preview = previewed?.requestKey === requestKey ? previewed.preview : undefined
  const params = { id: jobId }
  const previewAll = () =>
    void form.send(async () => {
      const body = { ...recipients, ...words }
      const newPreview = await call('POST /api/staff/jobs/{id}/messages/preview/', { params, body })
      setPreviewed({ requestKey, preview: newPreview })
    })
  const sendAll = () =>
    void form.send(async () => {
      // `key` stays the same until the message is sent, so that no call sends it twice.
      const { key, template } = typed
      // The server refuses if `expected` is not the number of recipients any more.
      const sent = await call('POST /api/staff/jobs/{id}/messages/', {
        params,
        body: { ...recipients, ...words, key, ...(template ? { template } : {}), expected: preview?.count },
      })
      // The reply to an earlier call was lost, and the text was changed since: the server keeps the earlier.
      if (sent.subject !== words.subject.trim() || sent.body !== words.body.trim()) {
        treatAsNewMessage()
        form.show([{ sentence: MESSAGE_WORDS.earlierWritten }])
        return
      }
      setPreviewed(undefined)
      draft.clear()
      onSent(sent)
    })
  return { form, words, preview, isOutdated: previewed !== undefined && !preview, previewAll, sendAll }
}
