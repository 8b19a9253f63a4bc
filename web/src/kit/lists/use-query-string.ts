import { useLocation, useSearchParams, type NavigateOptions } from "react-router-dom";

/**
 * Reads the query string and changes parts of it; an empty value removes a parameter. Changes apply to the current URL
 * rather than the rendered one, so concurrent changes don't undo each other, and are dropped after leaving the page.
 */
export const useQueryString = () => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();

  const changeParams = (
    values: Readonly<Record<string, string>>,
    options?: NavigateOptions,
  ): void => {
    if (window.location.pathname !== pathname) return;
    const newParams = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === "") newParams.delete(name);
      else newParams.set(name, value);
    }
    setParams(newParams, options);
  };
  return [params, changeParams] as const;
};
