/** Thrown if the file can't be imported. The message says what to do. */
export class FileRejectedError extends Error {}
