import { useLocation, useSearchParams, type NavigateOptions } from "react-router-dom";
import { runAfterProgrammaticBack } from "#ui/dialogs/use-close-on-back.ts";

/**
 * Reads the query string and changes parts of it. An empty value removes a parameter. Changes are applied to the
 * current URL instead of the rendered one, so that concurrent changes don't undo each other. While a dialog or a
 * record that has just closed goes back in the history, changes wait, because the step back would undo them. After the
 * user has left the page, changes are ignored.
 */
export const useQueryString = () => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();

  const changeParams = (
    values: Readonly<Record<string, string>>,
    options?: NavigateOptions,
  ): void =>
    runAfterProgrammaticBack(() => {
      if (window.location.pathname !== pathname) return;
      const newParams = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(values)) {
        if (value === "") newParams.delete(name);
        else newParams.set(name, value);
      }
      setParams(newParams, options);
    });
  return [params, changeParams] as const;
};
