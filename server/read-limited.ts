/**
 * Reads an HTTP response of at most `maxBytes`; undefined when it is longer. So it cannot fill the memory.
 */
export async function readLimited(answer: Response, maxBytes: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    if (length > maxBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
