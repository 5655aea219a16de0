import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useRetry } from '../loaded.ts'

/**
 * The greeting, the suggested questions and the consent text of the assistant, and a function that loads them
 * again. The panel belongs to no page, so no page's loader can load them.
 */
export function useAssistantInfo() {
  const [info, setInfo] = useState<Loaded<Reply<'GET /api/assistant/'>>>()
  const reload = useCallback(() => void loaded(call('GET /api/assistant/')).then(setInfo), [])
  useEffect(reload, [reload])
  useRetry(info?.error, reload)
  return [info, reload] as const
}
