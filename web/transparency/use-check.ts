import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { Sent } from '#contract/endpoints.ts'
import type { Verified } from '#contract/transparency/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'

type CheckRequest = Sent<'POST /api/receipts/verify/', 'body'>
/**
 * The state of a check. `previousAnswer`: the answer that stays on the page while the same receipt is checked
 * again. `fields`: the error of each field that the server refused.
 */
export type Check =
  | { state: 'idle' }
  | { state: 'asking'; previousAnswer?: Verified }
  | { state: 'answered'; answer: Verified; request: CheckRequest }
  | { state: 'failed'; sentence: string; fields: Record<string, string> }

const RETRY_MS = 2_000
const MAX_RETRIES = 10
const NETWORK_FAILED = t`We could not be reached. Please check your connection and try again.`

/** For each field of a refusal, its first sentence. */
const firstErrors = (body: object) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) ? [[name, String(value[0])]] : [])),
  )

/**
 * Checks a receipt. While the public log still lacks its entry, checks again after `RETRY_MS`, at most
 * `MAX_RETRIES` times.
 */
export function useCheck() {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  // The number of the latest request. The reply to an earlier request is ignored.
  const latestRequest = useRef(0)
  const retryCount = useRef(0)
  const sendReceipt = async (request: CheckRequest, previousAnswer?: Verified) => {
    const requestNumber = ++latestRequest.current
    // Only a repeated check has an earlier answer. A new receipt has none, and gets all its retries.
    if (!previousAnswer) retryCount.current = 0
    setCheck(previousAnswer ? { state: 'asking', previousAnswer } : { state: 'asking' })
    try {
      const answer = await call('POST /api/receipts/verify/', { body: request })
      if (requestNumber === latestRequest.current) setCheck({ state: 'answered', answer, request })
    } catch (error) {
      if (requestNumber !== latestRequest.current) return
      // The verdict of before still holds.
      if (previousAnswer) return setCheck({ state: 'answered', answer: previousAnswer, request })
      const body = isCallFailed(error) ? error.body : {}
      setCheck({ state: 'failed', sentence: body.message ?? NETWORK_FAILED, fields: firstErrors(body) })
    }
  }
  useEffect(() => {
    if (check.state !== 'answered' || check.answer.included !== 'waiting') return
    if (retryCount.current >= MAX_RETRIES) return
    const timer = setTimeout(() => {
      retryCount.current++
      void sendReceipt(check.request, check.answer)
    }, RETRY_MS)
    return () => clearTimeout(timer)
    // This effect has no list of dependencies, because `sendReceipt` is another function after each render.
  })
  const clear = () => {
    latestRequest.current++
    setCheck({ state: 'idle' })
  }
  return { check, sendReceipt, clear }
}
