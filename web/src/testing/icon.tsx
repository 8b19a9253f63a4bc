import type { SVGProps } from "react";

/** Replaces every icon. No test depends on what an icon looks like, and drawing icons takes time. */
const Icon = ({ size, ...props }: SVGProps<SVGSVGElement> & { readonly size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} {...props} />
);

// oxlint-disable-next-line import/no-default-export -- the icons are default exports
export default Icon;
