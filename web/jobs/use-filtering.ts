import { useEffect, useRef, useState } from 'react'
import { JOBS } from '#contract/jobs/limits.ts'

/**
 * S1 §9: the filtering spinner, for 500 ms when filters change, over results that are already loaded (J5).
 */
export function useFiltering(filters: string) {
  const [filtering, setFiltering] = useState(false)
  const before = useRef(filters)
  useEffect(() => {
    if (before.current === filters) return
    before.current = filters
    setFiltering(true)
    const timer = setTimeout(() => setFiltering(false), JOBS.filterSpinnerMs)
    return () => clearTimeout(timer)
  }, [filters])
  return filtering
}
