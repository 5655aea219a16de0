import { useEffect, useState } from 'react'
import { call } from '../api.ts'
import type { Choice } from './use-combobox.ts'

type Bundled = {
  counties: [number, string][]
  constituencies: [number, string, number][]
  wards: [number, string, number][]
}
type Kind = keyof Bundled

const fetchFrom: Record<Kind, (above: number) => Promise<Choice[]>> = {
  counties: () => call('GET /api/counties/'),
  constituencies: (county) => call('GET /api/constituencies/', { query: { county_id: county } }),
  wards: (constituency) => call('GET /api/wards/', { query: { constituency_id: constituency } }),
}

// J10: the same lists as a versioned file, for when the call fails.
const fromBundle = async (kind: Kind, above: number): Promise<Choice[]> => {
  const bundle: Bundled = await (await fetch('/locations-v1.json')).json()
  return bundle[kind]
    .filter(([, , under]) => under === undefined || under === above)
    .map(([id, name]) => ({ id, name }))
}

export type Locations = { options: Choice[] | undefined; retry: (() => void) | undefined }

/**
 * The list below a county or constituency; a late answer for another place is ignored. `above` undefined:
 * nothing to load yet.
 */
export function useLocations(kind: Kind, above: number | undefined, known?: Choice[]): Locations {
  const [state, setState] = useState<{ above?: number | undefined; options?: Choice[]; failed?: boolean }>({
    above,
    ...(known ? { options: known } : {}),
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (above === undefined || (known && attempt === 0)) return
    let current = true
    setState((before) => (before.above === above ? before : { above }))
    fetchFrom[kind](above)
      .catch(() => fromBundle(kind, above))
      .then(
        (options) => current && setState({ above, options }),
        () => {
          // S1 §8: only logged; the empty list offers another try (J10).
          console.info(`The ${kind} could not be loaded.`)
          if (current) setState({ above, failed: true })
        },
      )
    return () => {
      current = false
    }
    // `attempt`: the person tries again. `known` never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind, above, attempt])
  const fresh = state.above === above ? state : {}
  return { options: fresh.options, retry: fresh.failed ? () => setAttempt(attempt + 1) : undefined }
}
