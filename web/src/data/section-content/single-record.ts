import { singleRecord } from "../single-record.ts";

export const aboutSection = singleRecord({
  read: "GET /api/section/about",
  save: "POST /api/section-header",
  dependentReads: ["GET /api/home", "GET /api/sections"],
});
