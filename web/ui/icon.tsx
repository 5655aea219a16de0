const DRAWINGS = {
  place: 'M10 17.6c-3.2-3.9-5-6.8-5-9.3a5 5 0 0 1 10 0c0 2.5-1.8 5.4-5 9.3M10 6.6a1.8 1.8 0 1 0 .1 0',
  tick: 'M3.5 10.8l4 4.2 9-10.5',
  warn: 'M10 3l7.500 13.500h-15zM10 8v4M10 14.300v.2',
  right: 'M3.500 10h13M11.500 5l5 5-5 5',
  down: 'M4.500 7.500l5.500 5.500 5.500-5.500',
  out: 'M8 4.500h-4v11.500h11.500v-4M11.500 3.500h5v5M16.300 3.700l-7 7',
  bell: 'M5 14.500v-5.500a5 5 0 0 1 10 0v5.500l1.500 1h-13zM8.500 17.500h3',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  chat: 'M3 4h14v10h-8l-3.500 3v-3h-2.500z',
  page: 'M4.500 2.500h7.500l3.500 3.800v11.200h-11zM12 2.800v3.700h3.500M7 10h6M7 13h6',
  person: 'M10 3a3.300 3.300 0 1 0 .1 0M3.500 17.500c.4-4 3-6 6.500-6s6.100 2 6.500 6',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.6M3 10h.6M3 15h.6',
  grid: 'M3 3.500h5.500v5.500h-5.500zM11.500 3.500h5.500v5.500h-5.500zM3 12h5.500v5h-5.500zM11.500 12h5.500v5h-5.500z',
  kit: 'M5 3.500h10v13h-10zM7.500 6h5v4.500h-5zM10 13v.2M8 13h-.2M12.200 13h.2',
  book: 'M3 4.500c3-1.200 5-.8 7 .6 2-1.400 4-1.800 7-.6v11.500c-3-1.200-5-.8-7 .6-2-1.400-4-1.800-7-.6zM10 5.200v11.300M5 8c1.300-.3 2.300-.2 3.200.2M12 8.200c1-.4 2-.5 3.100-.2M5 11c1.300-.3 2.300-.2 3.200.2',
  horn: 'M3 8.200v4.300h2.500l8 3.700v-11.700l-8 3.700zM5.500 12.500l1.200 4.500h2l-1-3.500M16 8c1 1.300 1 3.300 0 4.600',
  coins: 'M4 3.500h12v13.500h-12zM6.500 6.200h7M6.500 9h3M6.500 11.700h3M6.500 14.300h3M12.800 9h.7M12.800 11.700h.7M12.800 14.300h.7',
} as const
export type IconName = keyof typeof DRAWINGS

/** One stroke on a 20 px grid, in the colour of the text; always beside a word, so it is hidden from screen readers. */
export const Icon = ({ name, size = '' }: { name: IconName; size?: '' | 'i-s' | 'i-l' }) => (
  <svg className={`i ${size}`.trim()} viewBox="0 0 20 20" aria-hidden="true">
    <path d={DRAWINGS[name]} />
  </svg>
)
