/** What a program puts on the clipboard, and the Markdown that should stand in the post afterward. */
export interface PastedFragment {
  readonly name: string;
  /** "file" if the markup was modeled on files of that program, "memory" if it was written without one. */
  readonly origin: "file" | "memory";
  readonly html: string;
  /** Pictures are uploaded as `/images/site/1`, `/images/site/2` and so on. */
  readonly markdown: string;
  /** What the user is told was left out. By default, nothing. */
  readonly notice?: string;
  /** The clipboard's RTF, in which Word keeps the pictures. */
  readonly rtf?: string;
}

/** A picture as programs embed it. Its content doesn't matter, because the tests' server accepts everything. */
export const EMBEDDED_PICTURE = "data:image/png;base64,iVBORw0KGgo=";

export const LINKS_NOTICE = (count: number): string =>
  count === 1
    ? "1 link leads to a place that readers can't reach, so only its text was pasted."
    : `${count} links lead to places that readers can't reach, so only their text was pasted.`;

export const PICTURES_NOTICE = (count: number): string =>
  count === 1
    ? "1 picture isn't part of the copied text. Save it to your device, and add it with the picture button."
    : `${count} pictures aren't part of the copied text. Save them to your device, and add them with the picture button.`;
