import { t } from '@lingui/core/macro'

const WORDS = [
  t({ message: 'No', context: 'number of answers' }),
  t({ message: 'One', context: 'number of answers' }),
  t({ message: 'Two', context: 'number of answers' }),
  t({ message: 'Three', context: 'number of answers' }),
  t({ message: 'Four', context: 'number of answers' }),
  t({ message: 'Five', context: 'number of answers' }),
  t({ message: 'Six', context: 'number of answers' }),
  t({ message: 'Seven', context: 'number of answers' }),
  t({ message: 'Eight', context: 'number of answers' }),
  t({ message: 'Nine', context: 'number of answers' }),
  t({ message: 'Ten', context: 'number of answers' }),
  t({ message: 'Eleven', context: 'number of answers' }),
  t({ message: 'Twelve', context: 'number of answers' }),
]

/** The title of an error summary: `Two answers need you`. Above twelve, the number is in digits. */
export function answersNeedYou(count: number): string {
  const number = WORDS[count] ?? count
  return count === 1 ? t`One answer needs you` : t`${number} answers need you`
}
