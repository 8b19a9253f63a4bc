import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";

const valuesOf = (form: HTMLFormElement): URLSearchParams => {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") values.append(name, value);
  }
  return values;
};

/**
 * Returns the current state if the DOM holds the same values, so that hydration causes no second
 * render.
 */
export const unlessEqual = <T extends object>(shown: T, held: T): T =>
  (Object.keys(held) as (keyof T)[]).every((name) => held[name] === shown[name]) ? shown : held;

/**
 * Visitors can type into a prerendered form before hydration. React keeps the DOM's values only
 * until the next render, so they are read first and passed on as search parameters.
 */
export const usePreservedForm = (
  read: (held: URLSearchParams) => void,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  const onHeld = useEffectEvent(read);
  useLayoutEffect(() => {
    if (form.current) onHeld(valuesOf(form.current));
  }, []);
  return form;
};
