import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useRetry } from '../loaded.ts'

/**
 * Loads the assistant's greeting, suggested questions and consent text, and can load them again. No page's
 * loader can do it, because the panel belongs to no page.
 */
export function useAssistantInfo() {
  const [info, setInfo] = useState<Loaded<Reply<'GET /api/assistant/'>>>()
  const reload = useCallback(() => void loaded(call('GET /api/assistant/')).then(setInfo), [])
  useEffect(reload, [reload])
  useRetry(info?.error, reload)
  return [info, reload] as const
}
