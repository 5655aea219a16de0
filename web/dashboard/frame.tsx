import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import { SignedIn } from '../session/guard.tsx'
import { Icon } from '../ui/icon.tsx'
import './dashboard.css'

const PAGES = [
  [paths.dashboard, 'Dashboard', 'grid'],
  [paths.profile, 'My Profile', 'person'],
] as const

const Menu = () => (
  <nav aria-label="Admin">
    {PAGES.map(([path, name, icon]) => (
      <NavLink key={path} to={path} end>
        <Icon name={icon} /> {name}
      </NavLink>
    ))}
  </nav>
)

/** S2 §2 Dashboard shell: the side menu keeps its label 'Admin' (N4); on a phone it folds away. */
export const DashboardFrame = ({ here, children }: { here: string; children: ReactNode }) => (
  <SignedIn>
    <div className="wrap dash">
      <details className="side mob" key={here}>
        <summary>
          <Icon name="menu" /> Admin <span className="quiet small">· {here}</span>
        </summary>
        <Menu />
      </details>
      <div className="side desk">
        <p className="h-s">Admin</p>
        <Menu />
      </div>
      <div className="page">{children}</div>
    </div>
  </SignedIn>
)
