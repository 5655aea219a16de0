/** A reply whose parts the contract checked, written as JSON once for all its readers. */
export class Written<Reply> {
  readonly reply: Reply
  readonly bytes: () => Buffer
  constructor(reply: Reply, bytes: () => Buffer) {
    this.reply = reply
    this.bytes = bytes
  }
}
