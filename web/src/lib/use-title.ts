import { useEffect } from "react";

/** Sets the document title while the page is mounted. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
