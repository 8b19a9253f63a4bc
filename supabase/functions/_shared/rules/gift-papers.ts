/** A receipt over one gift, or an annual statement, as far as its sentences need it. */
export interface GiftPaper {
  readonly organization: { readonly name: string; readonly taxId: string } | null;
  readonly gifts: readonly { readonly isDemo: boolean }[];
}

/** What the IRS asks of a written acknowledgment (Publication 1771), the same on screen, on paper and as a PDF. */
export function acknowledgment({ organization, gifts }: GiftPaper): readonly string[] {
  const these = gifts.length === 1 ? "this contribution" : "these contributions";
  const sentences = [`No goods or services were provided in exchange for ${these}.`];
  if (organization !== null) {
    const { name, taxId } = organization;
    sentences.push(
      `${name} is tax-exempt under section 501(c)(3) of the Internal Revenue Code (EIN ${taxId}). ` +
        "Please keep this document for your tax records.",
    );
  }
  if (gifts.some(({ isDemo }) => isDemo)) {
    sentences.unshift("Demo: no card was charged, and this document is not valid for taxes.");
  }
  return sentences;
}
