import { createContext } from 'react'

/** Marks the page's own inline scripts and styles while the server draws it; in the browser there is none. */
export const Nonce = createContext<string | undefined>(undefined)
