/** State of a history entry that opened a record on the page below, which stays where it is. */
export interface RecordEntry {
  /** The URL parameter that holds the record's id. */
  readonly opened?: string;
}
