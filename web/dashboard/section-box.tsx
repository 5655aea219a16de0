import type { ReactNode } from 'react'

/** One part of an application, with a border. */
export const SectionBox = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="sum-list">
    <header>
      <h3>{name}</h3>
    </header>
    <div className="inside">{children}</div>
  </section>
)
