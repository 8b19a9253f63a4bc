import type { ComponentProps } from "react";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";

type DeliveryLogLinkProps = Omit<
  ComponentProps<typeof LinkButton>,
  "to" | "size" | "aria-label"
> & {
  readonly status: "held" | "failed";
};

/** Links to the log's emails that need attention. The accessible name starts with the visible text, for voice control. */
export const DeliveryLogLink = ({ status, ...props }: DeliveryLogLinkProps) => (
  <LinkButton
    to={`${paths.dashboard("settings", "delivery-log")}?status=${status}&isFormerDemo=false`}
    size="sm"
    aria-label={`Show in the delivery log: ${status} emails`}
    {...props}
  />
);
