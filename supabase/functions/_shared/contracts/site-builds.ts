import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const siteBuildEndpoints = {
  callBuildHook: endpoint({
    method: "POST",
    path: "/api/site-builds/call",
    access: "service",
    summary: "Rebuild the site if what its pages show has changed; runs as a scheduled job",
    body: z.strictObject({}).optional(),
    output: z.object({ state: z.enum(["unconfigured", "unchanged", "called", "failed"]) }),
  }),
};
