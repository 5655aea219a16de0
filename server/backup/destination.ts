/** An object in a backup. `changedMs` is when it was last written, in milliseconds since 1970. */
export type StoredObject = { name: string; bytes: number; changedMs: number }

/** A folder or a bucket that holds backups. The names of its objects are paths with `/`. */
export type Destination = {
  /**
   * Writes an object. Once this resolves, the object is there with all its bytes and survives a power cut.
   */
  put(name: string, bytes: Buffer): Promise<void>
  /** Reads an object; undefined when there is none of this name. */
  get(name: string): Promise<Buffer | undefined>
  /** Lists all objects below a folder of the backup. */
  list(folder: string): AsyncIterable<StoredObject>
  remove(name: string): Promise<void>
}
