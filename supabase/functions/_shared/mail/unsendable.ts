/** The mail cannot be written as it is; the message says to an administrator what to mend. */
export class Unsendable extends Error {
  override name = "Unsendable";
}
