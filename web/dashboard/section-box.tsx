import type { ReactNode } from 'react'

/** A section of an application in a bordered box, under its name. */
export const SectionBox = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="sum-list">
    <header>
      <h3>{name}</h3>
    </header>
    <div className="inside">{children}</div>
  </section>
)
