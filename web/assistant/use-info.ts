import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useRetry } from '../loaded.ts'

/** How the assistant greets and what it needs consent for: loaded by the panel itself, which is no page. */
export function useInfo() {
  const [info, setInfo] = useState<Loaded<Reply<'GET /api/assistant/'>>>()
  const load = useCallback(() => void loaded(call('GET /api/assistant/')).then(setInfo), [])
  useEffect(load, [load])
  useRetry(info?.error, load)
  return [info, load] as const
}
