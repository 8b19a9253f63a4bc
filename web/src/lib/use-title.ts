import { useEffect } from "react";

/** The document's title while a page is shown. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
