/**
 * A map of at most `maxEntries` (an even number). When it is full, the older half is dropped. Writing an
 * entry again makes it new; reading it does not.
 */
export function halvingMap<Key, Value>(maxEntries: number) {
  // The entries are in two Maps: deleting the oldest keys of one large Map would walk over all keys deleted
  // before. An lru-cache takes 1 MB from the start. It would also store an entry longer after each time that
  // the entry is read.
  let recent = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  return {
    get: (key: Key): Value | undefined => recent.get(key) ?? older.get(key),
    set(key: Key, value: Value) {
      if (recent.size >= maxEntries / 2) {
        older = recent
        recent = new Map()
      }
      recent.set(key, value)
      older.delete(key)
    },
    delete(key: Key) {
      recent.delete(key)
      older.delete(key)
    },
    size: () => recent.size + older.size,
  }
}
