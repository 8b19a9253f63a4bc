import { useLocation, useSearchParams, type NavigateOptions } from "react-router-dom";

/**
 * The query of the address and a way to change parts of it; an empty value removes its part. The address itself is asked
 * what it holds by then, not what was drawn last: a form that ends just as a search begins must not undo it, nor the search
 * the form. Whoever has gone on to another page stays there.
 */
export const useQueryString = () => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();

  const change = (values: Readonly<Record<string, string>>, options?: NavigateOptions): void => {
    if (window.location.pathname !== pathname) return;
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    setParams(next, options);
  };
  return [params, change] as const;
};
