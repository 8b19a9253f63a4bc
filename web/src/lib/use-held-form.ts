import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";

const valuesOf = (form: HTMLFormElement): URLSearchParams => {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") values.append(name, value);
  }
  return values;
};

/** A form that holds what it began with is not drawn again, which would draw the whole page in one piece. */
export const unlessSame = <T extends object>(shown: T, held: T): T =>
  (Object.keys(held) as (keyof T)[]).every((name) => held[name] === shown[name]) ? shown : held;

/**
 * A prerendered form may be filled in before React takes it over, and React leaves what its controls hold until it
 * draws them again. It is read before that, in the shape of an address, and the form's state begins with it.
 */
export const useHeldForm = (
  read: (held: URLSearchParams) => void,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  const onHeld = useEffectEvent(read);
  useLayoutEffect(() => {
    if (form.current) onHeld(valuesOf(form.current));
  }, []);
  return form;
};
