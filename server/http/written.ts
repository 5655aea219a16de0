/** An answer whose parts were checked by the contract and written as JSON once, for all who read them. */
export class Written<Reply> {
  readonly reply: Reply
  readonly bytes: () => Buffer
  constructor(reply: Reply, bytes: () => Buffer) {
    this.reply = reply
    this.bytes = bytes
  }
}
