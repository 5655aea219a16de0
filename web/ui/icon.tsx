// The icons. Each is drawn with one stroke on a grid of 20 by 20.
export const DRAWINGS = {
  place: 'M10 17.6c-3.2-3.9-5-6.8-5-9.3a5 5 0 0 1 10 0c0 2.5-1.8 5.4-5 9.3M10 6.6a1.8 1.8 0 1 0 .1 0',
  tick: 'M3.5 10.8l4 4.2 9-10.5',
  warn: 'M10 3l7.5 13.5h-15zM10 8v4M10 14.3v.2',
  right: 'M3.5 10h13M11.5 5l5 5-5 5',
  down: 'M4.5 7.5l5.5 5.5 5.5-5.5',
  out: 'M8 4.5h-4v11.5h11.5v-4M11.5 3.5h5v5M16.3 3.7l-7 7',
  bell: 'M5 14.5v-5.5a5 5 0 0 1 10 0v5.5l1.5 1h-13zM8.5 17.5h3',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  chat: 'M3 4h14v10h-8l-3.5 3v-3h-2.5z',
  page: 'M4.5 2.5h7.5l3.5 3.8v11.2h-11zM12 2.8v3.7h3.5M7 10h6M7 13h6',
  person: 'M10 3a3.3 3.3 0 1 0 .1 0M3.5 17.5c.4-4 3-6 6.5-6s6.1 2 6.5 6',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.6M3 10h.6M3 15h.6',
  grid: 'M3 3.5h5.5v5.5h-5.5zM11.5 3.5h5.5v5.5h-5.5zM3 12h5.5v5h-5.5zM11.5 12h5.5v5h-5.5z',
  horn: 'M3 8.2v4.3h2.5l8 3.7v-11.7l-8 3.7zM5.5 12.5l1.2 4.5h2l-1-3.5M16 8c1 1.3 1 3.3 0 4.6',
  search: 'M9 3.5a5.5 5.5 0 1 0 .1 11 5.5 5.5 0 0 0-.1-11M13.2 13.1l4 4.1',
  clock: 'M10 3a7 7 0 1 0 .1 0M10 6.2v4l2.8 1.7',
  x: 'M5 5.2l10 9.8M15 5l-10.2 10',
  left: 'M16.5 10h-13M8.5 5l-5 5 5 5',
  print: 'M5.5 7.5v-4.5h9v4.5M5.5 14h-3v-6.5h15v6.5h-3M5.5 11.5h9v5.5h-9z',
  save: 'M10 3v9.5M6 8.7l4 4 4-4M3.5 13.5v3.5h13v-3.5',
  pen: 'M3.5 16.5l.8-3.6 9.2-9.4 2.8 2.8-9.3 9.3zM12 5l2.9 2.8',
  bin: 'M3.5 5.5h13M8 5v-2h4v2M5.2 5.5l.8 11.5h8l.8-11.5M8.5 8.5v5.5M11.5 8.5v5.5',
  plus: 'M10 4v12M4 10h12',
  min: 'M4 14h12',
  half: 'M10 3a7 7 0 1 0 .1 0M10 3.2v13.6M12.5 4v12M15 5.8v8.4',
  lock: 'M4.5 9h11v8h-11zM7 9v-3a3 3 0 0 1 6 0v3M10 12v2',
  ring: 'M10 3a7 7 0 1 0 .1 0',
  bang: 'M10 4v7.5M10 15v.6',
  star: 'M10 3l2 4.7 5 .4-3.8 3.3 1.2 5-4.4-2.7-4.4 2.7 1.2-5-3.8-3.3 5-.4z',
} as const
export type IconName = keyof typeof DRAWINGS

type Size = '' | 'icon-small' | 'icon-large'

/** An icon in the colour of the text. A word is always beside the icon, so screen readers skip it. */
export const Drawing = ({ d, size = '' }: { d: string; size?: Size }) => (
  <svg className={`icon ${size}`.trim()} viewBox="0 0 20 20" aria-hidden="true">
    <path d={d} />
  </svg>
)

/** Draws the icon that has this name. */
export const Icon = ({ name, size = '' }: { name: IconName; size?: Size }) => (
  <Drawing d={DRAWINGS[name]} size={size} />
)
