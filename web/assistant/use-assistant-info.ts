import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useRetry } from '../loaded.ts'

/** How the assistant greets and what it needs consent for: loaded by the panel itself, which is no page. */
export function useAssistantInfo() {
  const [info, setInfo] = useState<Loaded<Reply<'GET /api/assistant/'>>>()
  const reload = useCallback(() => void loaded(call('GET /api/assistant/')).then(setInfo), [])
  useEffect(reload, [reload])
  useRetry(info?.error, reload)
  return [info, reload] as const
}
