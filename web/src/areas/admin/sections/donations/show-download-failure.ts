import { showFailure } from "#ui/messages/show-failure.ts";

/** `noun` is the document, such as "receipt". */
export const showDownloadFailure = (noun: string, error: unknown): void =>
  showFailure(`A ${noun} could not be downloaded`, error, {
    title: "Download Failed",
    fallback: `We couldn't download the ${noun}. Please try again.`,
  });
