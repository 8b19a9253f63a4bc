import type { SVGProps } from "react";

/** Stands in for every icon, because no test looks at what an icon shows, and drawing them takes time. */
const Icon = ({ size, ...props }: SVGProps<SVGSVGElement> & { readonly size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} {...props} />
);

// oxlint-disable-next-line import/no-default-export -- the icons are default exports
export default Icon;
