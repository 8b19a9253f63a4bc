import { singleRecord } from "../single-record.ts";

export const heroSectionRecord = singleRecord({
  read: "GET /api/hero-section",
  save: "POST /api/update-hero-section",
  invalidates: ["GET /api/home"],
});
