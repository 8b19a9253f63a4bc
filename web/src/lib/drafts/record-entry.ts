/** The state of a history entry that opened a record over the current page. The page keeps its scroll position. */
export interface RecordEntry {
  /** The name of the URL parameter that contains the record's id. */
  readonly opened?: string;
}
