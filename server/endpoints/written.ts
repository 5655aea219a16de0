/**
 * A reply (`reply`) whose JSON (`bytes`) is written once for all its readers. Its parts were checked against
 * the contract before.
 */
export class Written<Reply> {
  readonly reply: Reply
  readonly bytes: () => Buffer
  constructor(reply: Reply, bytes: () => Buffer) {
    this.reply = reply
    this.bytes = bytes
  }
}
