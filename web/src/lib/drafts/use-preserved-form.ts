import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";

const readValues = (form: HTMLFormElement): URLSearchParams => {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") values.append(name, value);
  }
  return values;
};

/** Returns the current state if the DOM has the same values, so that hydration doesn't cause a second render. */
export const keepIfEqual = <T extends object>(current: T, domValues: T): T =>
  (Object.keys(domValues) as (keyof T)[]).every((name) => domValues[name] === current[name])
    ? current
    : domValues;

/**
 * Keeps what visitors typed into a prerendered form before hydration. React keeps the DOM's values only until the next
 * render, so this hook reads them first and passes them to `applyValues`.
 */
export const usePreservedForm = (
  applyValues: (domValues: URLSearchParams, form: HTMLFormElement) => void,
): RefObject<HTMLFormElement | null> => {
  const formRef = useRef<HTMLFormElement>(null);
  const onValues = useEffectEvent(applyValues);
  useLayoutEffect(() => {
    if (formRef.current) onValues(readValues(formRef.current), formRef.current);
  }, []);
  return formRef;
};
