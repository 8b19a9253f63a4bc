import type { ToastText } from "#ui/messages/toast.ts";
import type { LeftOut } from "./pasted-html.ts";

const describePictures = (count: number): string =>
  count === 1
    ? "1 picture isn't part of the copied text. Save it to your device, and add it with the picture button."
    : `${count} pictures aren't part of the copied text. Save them to your device, and add them with the picture button.`;

const describeLinks = (count: number): string =>
  count === 1
    ? "1 link leads to a place that readers can't reach, so only its text was pasted."
    : `${count} links lead to places that readers can't reach, so only their text was pasted.`;

const describeEmbeds = (count: number): string =>
  count === 1
    ? "1 video or other embedded part was left out."
    : `${count} videos or other embedded parts were left out.`;

const describeComments = (count: number): string =>
  count === 1 ? "1 comment was left out." : `${count} comments were left out.`;

/** Says what wasn't pasted, and how to add it. Returns null if everything was. */
export const describeLeftOut = (leftOut: LeftOut): ToastText | null => {
  const sentences = [
    leftOut.pictures > 0 && describePictures(leftOut.pictures),
    leftOut.links > 0 && describeLinks(leftOut.links),
    leftOut.embeds > 0 && describeEmbeds(leftOut.embeds),
    leftOut.comments > 0 && describeComments(leftOut.comments),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0
    ? { title: "Some of it couldn't be pasted", description: sentences.join(" ") }
    : null;
};
