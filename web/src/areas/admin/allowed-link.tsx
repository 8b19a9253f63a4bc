import { Link, type LinkProps } from "react-router-dom";
import { hasArea } from "#rules/admin-areas.ts";
import { paths } from "#lib/paths.ts";
import { useOwnAreas } from "./own-areas.ts";
import { resolveRoute } from "./sections.ts";

/** Returns whether a page of the dashboard belongs to the administrator's areas. */
export const useCanOpen = (to: string): boolean => {
  const areas = useOwnAreas();
  const [path = ""] = to.split("?");
  const panelLocation = resolveRoute(path.slice(paths.dashboard().length + 1));
  return panelLocation !== undefined && hasArea(areas, panelLocation.area);
};

/** A link to a page of the dashboard, or its text alone for administrators who may not open the page. */
export const AllowedLink = ({ to, children, ...rest }: LinkProps & { readonly to: string }) =>
  useCanOpen(to) ? (
    <Link to={to} {...rest}>
      {children}
    </Link>
  ) : (
    children
  );
