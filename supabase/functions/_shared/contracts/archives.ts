import { endpoint } from "./endpoint.ts";

export const archiveEndpoints = {
  createArchive: endpoint({
    method: "POST",
    path: "/api/archives",
    access: "admin",
    area: "owner",
    summary:
      "Everything as a ZIP file of CSV files, one per table, with a description of their columns",
    output: "file",
    rateLimit: { max: 10, windowSeconds: 3600, per: "account" },
  }),
};
