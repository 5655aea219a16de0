/**
 * A reply (`reply`) whose JSON (`bytes`) is made once for all callers. Its parts were already checked against
 * the contract.
 */
export class Written<Reply> {
  readonly reply: Reply
  readonly bytes: () => Buffer
  constructor(reply: Reply, bytes: () => Buffer) {
    this.reply = reply
    this.bytes = bytes
  }
}
