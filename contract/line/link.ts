/** On forms, where there is no script. Apart from the words of the line, which pages load when somebody stands in it. */
export const LINE_LINK = { words: 'When very many people are here, there is a line.', see: 'See how long it is' } as const
