import { useCallback, useEffect, useRef } from "react";
import { useSearchParams, type NavigateOptions } from "react-router-dom";

/**
 * The query of the address and a way to change parts of it; an empty value removes its part. A change made late, by a form
 * that was sent before somebody went on searching, leaves the rest as it is by then.
 */
export const useQueryString = () => {
  const [params, setParams] = useSearchParams();
  const latest = useRef({ params, setParams });
  useEffect(() => {
    latest.current = { params, setParams };
  });

  const change = useCallback(
    (values: Readonly<Record<string, string>>, options?: NavigateOptions) => {
      const next = new URLSearchParams(latest.current.params);
      for (const [name, value] of Object.entries(values)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      latest.current.params = next;
      latest.current.setParams(next, options);
    },
    [],
  );
  return [params, change] as const;
};
