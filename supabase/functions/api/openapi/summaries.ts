import type { EndpointDefinition } from "../../_shared/contracts/endpoint.ts";

/** Returns what an endpoint does. Bundles replace this file, so that summaries load with the document only. */
export const summaryOf = ({ summary }: EndpointDefinition): string => summary;
