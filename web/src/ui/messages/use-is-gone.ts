import { useEffect, useRef } from "react";

/**
 * Returns a function that says whether the component has left the page, for example because Back was pressed twice.
 * What it would have shown, such as the outcome of a payment, must then be a toast.
 */
export const useIsGone = (): (() => boolean) => {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current;
};
