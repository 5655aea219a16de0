import { useEffect, useRef, useState } from 'react'
import type { Sent } from '#contract/endpoints.ts'
import type { Verified } from '#contract/transparency/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'

export type CheckRequest = Sent<'POST /api/receipts/verify/', 'body'>
export type Check =
  | { state: 'idle' }
  | { state: 'asking'; before?: Verified }
  | { state: 'answered'; answer: Verified; request: CheckRequest }
  | { state: 'failed'; sentence: string; fields: Record<string, string> }

const AGAIN_MS = 2_000
const MAX_AGAIN = 10
const NO_ANSWER = 'We could not be reached. Please check your connection and try again.'

const firstOfEach = (body: object) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) ? [[name, String(value[0])]] : [])),
  )

/** Checks a receipt. While its leaf is not in the log yet, it checks again automatically. */
export function useCheck() {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const latest = useRef(0)
  const again = useRef(0)
  const ask = async (request: CheckRequest, before?: Verified) => {
    const mine = ++latest.current
    if (!before) again.current = 0
    setCheck(before ? { state: 'asking', before } : { state: 'asking' })
    try {
      const answer = await call('POST /api/receipts/verify/', { body: request })
      if (mine === latest.current) setCheck({ state: 'answered', answer, request })
    } catch (error) {
      if (mine !== latest.current) return
      const body = isCallFailed(error) ? error.body : {}
      setCheck({ state: 'failed', sentence: body.message ?? NO_ANSWER, fields: firstOfEach(body) })
    }
  }
  useEffect(() => {
    if (check.state !== 'answered' || check.answer.included !== 'waiting' || again.current >= MAX_AGAIN)
      return
    const timer = setTimeout(() => {
      again.current++
      void ask(check.request, check.answer)
    }, AGAIN_MS)
    return () => clearTimeout(timer)
  })
  const clear = () => {
    latest.current++
    setCheck({ state: 'idle' })
  }
  return { check, ask, clear }
}
