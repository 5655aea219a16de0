import { t } from '@lingui/core/macro'
import { clockTimeInFull, plainDate } from '#contract/dates.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { translate } from '../language/translate.ts'
import { giveFile } from '../save-file.ts'
import { verifyLinkOf, verifyPageOf } from './check-address.ts'
import { createPageWriter, SOFT_INK, TEXT_FAMILY, TITLE_FAMILY } from './page-writer.ts'
import { drawQr, QUIET_ZONE } from './qr.ts'

/** The largest side of the QR code with its white margin, in pixels. */
const QR_SIDE = 340
const LABEL_FONT = `400 30px ${TEXT_FAMILY}`
/** The dashes of a dotted line: 3 pixels are drawn, 9 are left out. */
const DOTTED = [3, 9]
const SOLID: number[] = []

/**
 * The receipt as a picture that any phone opens: always in light colours, whatever the colours of the screen.
 */
async function drawReceipt(receipt: Receipt, issuer: string): Promise<Blob> {
  const [{ path, size }] = await Promise.all([
    drawQr(verifyLinkOf(receipt)),
    // Canvas does not wait for fonts, so they are loaded first, whatever their size in the picture. If one
    // fails to load, the picture is drawn without it.
    Promise.allSettled(
      [`600 40px ${TITLE_FAMILY}`, LABEL_FONT, `700 30px ${TEXT_FAMILY}`].map((font) =>
        document.fonts.load(font),
      ),
    ),
  ])
  const { write, rule, fact, colours, square, toImage } = createPageWriter()
  colours()
  write(issuer, { font: `600 40px ${TITLE_FAMILY}`, leading: 52 })
  write(`${t`Receipt of application`} · ${receipt.job_reference}`, { font: LABEL_FONT, color: SOFT_INK })
  rule(SOLID)
  write(t`Reference number`, { font: LABEL_FONT, color: SOFT_INK })
  write(receipt.reference_number, { font: `700 96px ${TEXT_FAMILY}`, leading: 100 })
  rule(DOTTED)
  // Old receipts have only the time of the submit, not the time when the application arrived.
  const receivedAt = new Date(receipt.received_at ?? receipt.submitted_at)
  fact(t`Job`, receipt.job_title)
  fact(t`Applicant`, receipt.name)
  fact(
    t({ message: 'Received', context: 'receipt' }),
    translate(plainDate(receivedAt)),
    `${translate(clockTimeInFull(receivedAt))}, EAT`,
  )
  rule(DOTTED)
  // A module of the QR code has whole pixels, so that its edges stay sharp.
  const modulePixels = Math.floor(QR_SIDE / (size + 2 * QUIET_ZONE))
  square(path, size, modulePixels, (x) => {
    write(t`Scan to check this receipt, or open`, { font: LABEL_FONT, x })
    write(verifyPageOf(receipt).replace(/^https?:\/\//, ''), { font: `700 30px ${TEXT_FAMILY}`, x })
  })
  write(t`Fingerprint of what was sent (SHA-256)`, { font: `400 26px ${TEXT_FAMILY}`, color: SOFT_INK })
  // A fingerprint in groups of four characters: `3FA9 07C2 …`
  write(receipt.digest.toUpperCase().replace(/(.{4})(?=.)/g, '$1 '), {
    font: `400 26px ${TEXT_FAMILY}`,
    leading: 38,
  })
  return toImage()
}

/**
 * Opens the phone's own share sheet with the picture. If that fails, the picture is saved, so that the press
 * was not for nothing.
 */
export async function sharePicture(receipt: Receipt, issuer: string): Promise<void> {
  const reference = receipt.reference_number
  const name = `receipt-${reference}.png`
  const picture = await drawReceipt(receipt, issuer)
  try {
    await navigator.share({
      files: [new File([picture], name, { type: picture.type })],
      title: t`Receipt ${reference}`,
    })
  } catch (error) {
    // A person who closes the share sheet has decided against sharing, so nothing is saved.
    if (!(error instanceof Error && error.name === 'AbortError')) giveFile(picture, name)
  }
}
