/** State of a history entry that opened a record over the current page. The page keeps its scroll position. */
export interface RecordEntry {
  /** The URL parameter that holds the record's id. */
  readonly opened?: string;
}
