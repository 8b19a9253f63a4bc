import { useMemo } from "react";
import { cleanHtml } from "../lib/clean-html.ts";

const QUOTED_ATTRIBUTES = String.raw`(?:\s+[\w-]+(?:="[^"]*")?)*`;
/** Works only on sanitized HTML, where a quote inside an attribute is always `&quot;`. */
const TITLED_PICTURE_PATTERN = new RegExp(
  String.raw`<p>(<img${QUOTED_ATTRIBUTES}\s+title="([^"]+)"${QUOTED_ATTRIBUTES}\s*/?>)</p>`,
  "g",
);

/** If a picture is alone in its paragraph, shows its title as a caption. */
const addCaptions = (html: string): string =>
  html.replace(TITLED_PICTURE_PATTERN, (_, image: string, title: string) => {
    const caption = title.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `<figure>${image}<figcaption>${caption}</figcaption></figure>`;
  });

export const SafeHtml = ({ html }: { readonly html: string }) => {
  const cleanedHtml = useMemo(() => addCaptions(cleanHtml(html)), [html]);
  // oxlint-disable-next-line react/no-danger -- cleaned on the line above
  return (
    <div className="prose-text leading-relaxed" dangerouslySetInnerHTML={{ __html: cleanedHtml }} />
  );
};
