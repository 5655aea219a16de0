import { useEffect, useRef, useState } from 'react'
import { JOBS } from '#contract/jobs/limits.ts'

/** Returns true for 500 ms after the filters change (S1 §9), even if the results load faster (J5). */
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
