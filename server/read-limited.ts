/** Reads at most `maxBytes` of a response; undefined when it has more. So no one can fill the memory. */
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
