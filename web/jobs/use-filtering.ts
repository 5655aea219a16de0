import { useEffect, useRef, useState } from 'react'
import { JOBS } from '#contract/jobs/limits.ts'

/**
 * S1 §9: the filtering spinner, for 500 ms when filters change, over results that are already loaded (J5).
 */
export function useFiltering(filters: string) {
  const [isFiltering, setIsFiltering] = useState(false)
  const previousFilters = useRef(filters)
  useEffect(() => {
    if (previousFilters.current === filters) return
    previousFilters.current = filters
    setIsFiltering(true)
    const timer = setTimeout(() => setIsFiltering(false), JOBS.filterSpinnerMs)
    return () => clearTimeout(timer)
  }, [filters])
  return isFiltering
}
