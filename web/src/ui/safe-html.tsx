import { useMemo } from "react";
import { cleanHtml } from "../lib/clean-html.ts";

export const SafeHtml = ({ html }: { readonly html: string }) => {
  const cleanedHtml = useMemo(() => cleanHtml(html), [html]);
  // oxlint-disable-next-line react/no-danger -- cleaned in the line above
  return (
    <div className="prose-text leading-relaxed" dangerouslySetInnerHTML={{ __html: cleanedHtml }} />
  );
};
