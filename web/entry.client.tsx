import { startTransition, StrictMode } from 'react'
// Adds the translated sentences of the contract to the Kiswahili build.
import 'virtual:sentences'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { cacheOffline } from './offline.ts'

// Starts React on the page that the server has rendered.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

cacheOffline()
