const AND = import.meta.env.VITE_LANGUAGE === 'sw' ? 'na' : 'and'

/** Joins words into a list: `a, b and c`; in Kiswahili `a, b na c`. */
export const listOf = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${AND} ${items.at(-1)}`
